import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { passwordPromptWords, usePasswordPrompt } from '../features/student/use-password-prompt.ts'

/** 请立即修改密码 (specification §2 Dialogs). */
export function PasswordPrompt() {
  const { open, handle } = usePasswordPrompt()
  return (
    <Dialog
      open={open}
      title={passwordPromptWords.title}
      actions={<Button onClick={handle}>{passwordPromptWords.action}</Button>}
    >
      {passwordPromptWords.text}
    </Dialog>
  )
}
