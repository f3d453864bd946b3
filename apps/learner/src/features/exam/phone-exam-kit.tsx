import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import form from '@ce/ui/form/form.module.css'
import { showNotice } from '@ce/ui/notices.ts'
import { type ReactNode, useId } from 'react'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import type { ExamKit } from './exam-kit.tsx'
import { NetworkBanner, nothingAtStake } from './NetworkBanner.tsx'
import classes from './phone-exam-kit.module.css'

interface ChoicesProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  className: string | undefined
}

function Choices<Value extends string>(props: ChoicesProps<Value>): ReactNode {
  const { label, options, value, onChange, className } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      {options.map((one) => (
        <label key={one.value}>
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <span>{one.label}</span>
        </label>
      ))}
    </div>
  )
}

/** What only the exam needs, as the phone draws it. */
export const phoneExamKit: ExamKit = {
  Radios: (props) => <Choices {...props} className={classes.rows} />,
  Segments: (props) => <Choices {...props} className={classes.segments} />,
  Select: ({ label, options, value, onChange }) => (
    <select
      aria-label={label}
      className={form.input}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  ),
  Check: ({ checked, disabled = false, onChange, children }) => (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  ),
  Switch: ({ labelledBy, checked, onChange }) => (
    <input
      type="checkbox"
      aria-labelledby={labelledBy}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  ),
  Drawer: ({ title, open, onClose, children }) => (
    <Dialog open={open} title={title} onClose={onClose}>
      {children}
    </Dialog>
  ),
  Frame: ({ title, course, back, children }) => (
    <Screen title={title} back={back?.to ?? paths.myCourses()} aside={<ServiceHelp />} noNotice>
      <NetworkBanner>{nothingAtStake}</NetworkBanner>
      {course && <p className={classes.course}>{course}</p>}
      {children}
    </Screen>
  ),
  useTell: () => (kind, text) => void showNotice({ kind, title: text }),
}
