import { copyText } from '@ce/client/copy-text.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useConfirm } from '../kit/confirm.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { useLossMessage } from '../kit/losses.ts'
import classes from './OneTimePassword.module.css'

interface OneTimePasswordProps {
  account: string
  password: string
  then?: string
  onClose: () => void
}

/** Shows a new one-time password, which the server cannot show again. */
export function OneTimePassword({ account, password, then = '本人首次登录后必须修改', onClose }: OneTimePasswordProps) {
  const [open, setOpen] = useState(true)
  const confirm = useConfirm()
  const close = () => setOpen(false)
  useLossMessage(open ? `${account} 的一次性密码只显示这一次，离开后无法再看到。` : null)
  const ask = () =>
    confirm({
      title: '已经把密码转告本人？',
      content: '它只显示这一次，关闭后无法再看到。',
      okText: '已转告，关闭',
      cancelText: '再看一下',
      first: 'cancel',
      onOk: close,
    })
  const copy = async () => {
    if (await copyText(password)) showNotice({ kind: 'success', title: '已复制一次性密码' })
    else showNotice({ kind: 'error', title: '没有复制成功', text: '请手工抄写或选中后复制。' })
  }
  return (
    <Dialog
      open={open}
      afterClose={onClose}
      title="一次性密码"
      mask={{ closable: false }}
      onClose={ask}
      footer={
        <Button type="primary" onClick={close}>
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
    </Dialog>
  )
}
