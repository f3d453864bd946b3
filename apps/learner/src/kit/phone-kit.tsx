import { Alert } from '@ce/ui/Alert.tsx'
import { buttonClass, Button as UiButton } from '@ce/ui/Button.tsx'
import { Dialog as UiDialog } from '@ce/ui/Dialog.tsx'
import form from '@ce/ui/form/form.module.css'
import { Link } from 'react-router'
import type {
  Kit,
  KitButtonProps,
  KitDialogProps,
  KitLinkProps,
  KitTextAreaProps,
} from '../components/kit.tsx'
import classes from './phone-kit.module.css'

const kinds = { primary: 'primary', default: 'quiet', text: 'text' } as const

function Button({
  kind = 'default',
  size,
  block = false,
  className = '',
  ...rest
}: KitButtonProps) {
  const wide = block ? classes.wide : ''
  return <UiButton {...rest} kind={kinds[kind]} className={`${className} ${wide}`} />
}

function LinkButton({ kind = 'default', size, ...rest }: KitLinkProps) {
  return <Link {...rest} className={buttonClass(kinds[kind])} />
}

/** A sheet: the answer that goes on stands first for the eye, nearest to the thumb. */
function Dialog({ open, ...rest }: KitDialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  title,
  form = false,
  onClose,
  answers,
  children,
}: Omit<KitDialogProps, 'open'>) {
  return (
    <UiDialog
      open
      title={title}
      form={form}
      onClose={onClose}
      actions={
        answers && (
          <>
            <UiButton kind="quiet" onClick={answers.onNo}>
              {answers.no}
            </UiButton>
            <UiButton busy={answers.busy ?? false} onClick={answers.onYes}>
              {answers.yes}
            </UiButton>
          </>
        )
      }
    >
      {children}
    </UiDialog>
  )
}

function TextArea({ id, value, maxLength, rows, invalid = false, onChange }: KitTextAreaProps) {
  return (
    <>
      <textarea
        id={id}
        value={value}
        maxLength={maxLength}
        rows={rows}
        className={form.input}
        aria-invalid={invalid || undefined}
        aria-describedby={`${id}-count`}
        onChange={({ target }) => onChange(target.value)}
        // the soft keyboard must not hide it
        onFocus={({ target }) => target.scrollIntoView({ block: 'center' })}
      />
      <p id={`${id}-count`} className={form.hint}>
        {value.length} / {maxLength}
      </p>
    </>
  )
}

/** The study and exam pages' controls, as the phone draws them. */
export const phoneKit: Kit = { Button, LinkButton, Alert: Alert, Dialog, TextArea }
