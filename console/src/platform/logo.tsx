/** The logo: two halves of a tally that meet, in the colour of the surrounding text. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg className="hufu-mark" width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d={LEFT_HALF} />
      <path d={RIGHT_HALF} fillOpacity=".82" />
    </svg>
  )
}

export const LEFT_HALF = 'M14.8 2H9a7 7 0 0 0-7 7v14a7 7 0 0 0 7 7h5.8v-8.9a5.2 5.2 0 1 0 0-10.2z'
export const RIGHT_HALF = 'M18 2h5a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7h-5v-7.14a7.2 7.2 0 0 0 0-13.72z'
