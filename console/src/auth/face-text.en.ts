import type { Translated } from '@hufu/contract/language'
import { acts, faults, fields } from '@hufu/contract/text'
import type { text as chinese } from './face-text.ts'

export const text: Translated<typeof chinese> = {
  consent: {
    title: 'How your face is processed',
    points: [
      'One picture of your face is taken for this sign-in only, to verify that you are the holder of the account. It serves nothing else.',
      'The picture is sent encrypted, compared by the face recognition service and then discarded. This system keeps neither the picture nor features of your face, only the number of the comparison.',
      'You choose face sign-in of your own free will. If you do not agree or cannot use it, sign in with a password, an SMS code or another method; your rights are not affected.',
      'You can stop using it at any time. Users under fourteen need the consent of their guardian.',
    ],
    agree: 'I have read this and agree to the processing of my face',
    missing: 'Read and agree to the above first',
    next: 'Agree and continue',
  },
  name: fields.realName,
  nameHint: 'Your real name',
  nameMissing: 'Enter your name',
  card: fields.idCard,
  cardHint: 'Your ID card number',
  cardMissing: 'Enter your ID card number',
  cardProblem: faults.idCardWrong,
  check: acts.nextStep,
  checking: 'Verifying…',
  noSuchPerson: 'Name and ID card number do not match, or there is no account to use',
  camera: 'Camera picture',
  steps: [
    'Face the camera, your whole face in the middle',
    'Have enough light; take off mask, sunglasses and hat',
    'Blink slowly, then click “Take picture and sign in”',
  ],
  starting: 'Opening the camera…',
  take: 'Take picture and sign in',
  comparing: 'Comparing…',
  retry: 'Open the camera again',
  back: 'Back',
  left: (tries: number) => `Your face was not recognised, ${tries === 1 ? '1 try' : `${tries} tries`} left`,
  enough: 'Not recognised three times in a row, sign in another way',
  faults: {
    insecure:
      'The connection is not secure (https), so the browser does not allow the camera. Sign in another way or contact your administrator.',
    missing: 'This browser cannot use a camera. Use another browser or sign in another way.',
    denied: 'The camera is not permitted. Click the icon left of the address, allow the camera and try again.',
    none: 'No camera was found. Connect one and try again, or sign in another way.',
    busy: 'The camera could not be opened, another program may be using it. Close that and try again.',
  },
}
