import { ForgottenPasswordHelp } from '@ce/frame/student/ForgottenPasswordHelp.tsx'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import classes from './LoginPage.module.css'

/** 忘记密码: whom to call (product §4 Identity). */
export function ForgottenPassword() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button type="link" className={classes.linkButton} onClick={() => setOpen(true)}>
        忘记密码？
      </Button>
      <Modal
        open={open}
        title="忘记密码"
        onCancel={close}
        footer={
          <Button type="primary" onClick={close}>
            知道了
          </Button>
        }
      >
        <ForgottenPasswordHelp />
      </Modal>
    </>
  )
}
