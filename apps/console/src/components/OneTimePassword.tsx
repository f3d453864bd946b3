import { copyText } from '@ce/client/copy-text.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import classes from './OneTimePassword.module.css'

interface OneTimePasswordProps {
  /** whose: 用户名 admin */
  account: string
  password: string
  /** what its owner is asked for at the first sign-in */
  then?: string
  onClose: () => void
}

/** A one-time password, shown this once. */
export function OneTimePassword({
  account,
  password,
  then = '本人首次登录后必须修改',
  onClose,
}: OneTimePasswordProps) {
  const [open, setOpen] = useState(true)
  const copy = async () => {
    if (await copyText(password)) showNotice({ kind: 'success', title: '已复制一次性密码' })
    else showNotice({ kind: 'error', title: '没有复制成功', text: '请手工抄写或选中后复制。' })
  }
  return (
    <Modal
      open={open}
      afterClose={onClose}
      title="一次性密码"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          已转告，关闭
        </Button>
      }
    >
      <p>
        <strong>{account}</strong> 的一次性密码：
      </p>
      <div className={classes.password}>
        <code>{password}</code>
        <Button onClick={copy}>复制</Button>
      </div>
      <p>它只显示这一次，关闭后无法再看到。请当面或电话转告本人；{then}。</p>
    </Modal>
  )
}
