import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { useInstall } from '../../install.ts'

/** 添加到桌面, where the browser can do it and it is not done. */
export function InstallRow() {
  const install = useInstall()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!install) return null
  return (
    <li>
      <button
        type="button"
        className={card.row}
        onClick={() => (install === 'byHand' ? setOpen(true) : install.ask())}
      >
        添加到手机桌面
      </button>
      <Dialog
        open={open}
        title="添加到手机桌面"
        onClose={close}
        actions={<Button onClick={close}>知道了</Button>}
      >
        <p>请用 Safari 打开本站，点屏幕下方的“分享”，再点“添加到主屏幕”。</p>
        <p>之后可以从桌面直接打开，不用再输入网址。</p>
      </Dialog>
    </li>
  )
}
