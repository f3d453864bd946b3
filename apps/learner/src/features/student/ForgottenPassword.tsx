import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useState } from 'react'
import { ForgottenPasswordHelp } from './ForgottenPasswordHelp.tsx'

/** 忘记密码: whom to call (product §4 Identity). */
export function ForgottenPassword() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind="text" onClick={() => setOpen(true)}>
        忘记密码？
      </Button>
      <Dialog
        open={open}
        title="忘记密码"
        onClose={close}
        actions={<Button onClick={close}>知道了</Button>}
      >
        <ForgottenPasswordHelp />
      </Dialog>
    </>
  )
}
