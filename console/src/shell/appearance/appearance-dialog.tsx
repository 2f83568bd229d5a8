import { Radio, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useSession } from '../../platform/session.ts'
import { chooseTheme, type ThemeChoice, useTheme } from '../../platform/theme.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ACCENTS, shadesOf } from './accents.ts'
import { changeAppearance, useAppearance } from './appearance.ts'
import { text } from './text.ts'
import './appearance.css'

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark']

/** Choices take effect at once. */
export default function AppearanceDialog({ onClose }: { onClose: () => void }) {
  const { choice, isDark } = useTheme()
  const { accent, isLarge, isColourSafe, hasTabs } = useAppearance()
  const hasMenus = useSession(person => person.menus.length > 0)
  return (
    <Dialog title={text.title} onClose={onClose}>
      <p className="appearance-hint">{text.hint}</p>
      <Choice label={text.theme}>
        <Radio.Group
          optionType="button"
          value={choice}
          options={THEMES.map(value => ({ value, label: text.themes[value] }))}
          onChange={event => chooseTheme(event.target.value as ThemeChoice)}
        />
      </Choice>
      <Choice label={text.accent}>
        {ACCENTS.map(one => (
          <label key={one} className="accent" title={text.accents[one]}>
            <input type="radio" name="accent" checked={one === accent} onChange={() => changeAppearance({ accent: one })} />
            <span className="accent-dot" style={{ background: shadesOf(one, isDark).button }} aria-hidden="true" />
            {text.accents[one]}
          </label>
        ))}
      </Choice>
      <Choice label={text.size}>
        <Radio.Group
          optionType="button"
          value={isLarge}
          options={[
            { value: false, label: text.sizes.usual },
            { value: true, label: text.sizes.large },
          ]}
          onChange={event => changeAppearance({ isLarge: event.target.value as boolean })}
        />
      </Choice>
      <OnOff
        label={text.colourSafe}
        hint={text.colourSafeHint}
        isOn={isColourSafe}
        onChange={next => changeAppearance({ isColourSafe: next })}
      />
      {hasMenus && <OnOff label={text.tabs} hint={text.tabsHint} isOn={hasTabs} onChange={next => changeAppearance({ hasTabs: next })} />}
    </Dialog>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="appearance-row">
      <legend>{label}</legend>
      <div className="appearance-choice">{children}</div>
    </fieldset>
  )
}

function OnOff({ label, hint, isOn, onChange }: { label: string; hint: string; isOn: boolean; onChange: (next: boolean) => void }) {
  const id = useId()
  return (
    <div className="appearance-row">
      <span>{label}</span>
      <div className="appearance-choice">
        <Switch size="small" aria-label={label} aria-describedby={id} checked={isOn} onChange={onChange} />
        <span id={id} className="appearance-hint">
          {hint}
        </span>
      </div>
    </div>
  )
}
