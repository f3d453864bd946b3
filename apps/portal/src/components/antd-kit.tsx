import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { refocus } from '@ce/frame/refocus.ts'
import type {
  Kit,
  KitButtonProps,
  KitDialogProps,
  KitTextAreaProps,
} from '@ce/frame/student/kit.tsx'
import { Button as AntdButton, Input, Modal } from 'antd'
import { AntdAlert } from './AntdAlert.tsx'

function Button({ kind = 'default', busy = false, className = '', ...rest }: KitButtonProps) {
  return <AntdButton {...rest} type={kind} loading={busy} className={className} />
}

function Dialog({
  open,
  title,
  onClose,
  answers,
  form = false,
  ledOn = false,
  children,
}: KitDialogProps) {
  if (!answers)
    return (
      <Modal
        open={open}
        title={title}
        onCancel={onClose}
        afterClose={refocus}
        footer={null}
        destroyOnHidden
        centered
      >
        {children}
      </Modal>
    )
  const { yes, no, onYes, onNo, busy = false } = answers
  return (
    <Modal
      open={open}
      title={title}
      // only the cross, Esc and a press beside it: the buttons are answers, and antd's own would close it first
      onCancel={onClose}
      afterClose={refocus}
      footer={
        <>
          <AntdButton onClick={onNo}>{no}</AntdButton>
          <AntdButton type="primary" loading={busy} onClick={onYes}>
            {yes}
          </AntdButton>
        </>
      }
      focusable={{ focusTriggerAfterClose: !ledOn }}
      {...(form && { mask: { closable: false }, centered: true })}
    >
      {children}
    </Modal>
  )
}

function TextArea({ invalid = false, onChange, ...rest }: KitTextAreaProps) {
  return (
    <Input.TextArea
      {...rest}
      status={invalid ? 'error' : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** The study and exam pages' controls, as the desktop draws them. */
export const antdKit: Kit = {
  Button,
  LinkButton: ({ kind = 'default', ...rest }) => (
    // a long name takes two lines
    <LinkButton {...rest} type={kind} style={{ height: 'auto', whiteSpace: 'normal' }} />
  ),
  Alert: AntdAlert,
  Dialog,
  TextArea,
}
