import { passwordPromptWords, usePasswordPrompt } from '@ce/frame/student/use-password-prompt.ts'
import { Button, Modal } from 'antd'

/** 请立即修改密码 (specification §2 Dialogs). */
export function PasswordPrompt() {
  const { open, handle } = usePasswordPrompt()
  return (
    <Modal
      open={open}
      title={passwordPromptWords.title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={handle}>
          {passwordPromptWords.action}
        </Button>
      }
    >
      {passwordPromptWords.text}
    </Modal>
  )
}
