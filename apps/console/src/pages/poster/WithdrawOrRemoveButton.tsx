import { type Poster, useRemovePoster, useWithdrawPoster } from '@ce/client/staff/poster.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { paths } from '../../paths.ts'
import classes from './Editor.module.css'
import type { PosterDraftControls } from './use-draft.ts'

interface ReasonButtonProps {
  kind: 'withdraw' | 'remove'
  head: Poster
  desk: PosterDraftControls
  renew: () => Promise<Poster | undefined>
}

const texts = {
  withdraw: {
    button: '撤回',
    title: '撤回这篇内容？',
    consequence: '撤回后读者立即看不到它，已有的链接会显示“没有找到”。可以随时重新发布。',
    example: '如：内容已过期',
  },
  remove: {
    button: '删除草稿',
    title: '删除这份草稿？',
    consequence: '草稿和它的历史稿会一起删除，不能恢复。',
    example: '如：重复的草稿',
  },
} as const

export function WithdrawOrRemoveButton(props: ReasonButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {texts[props.kind].button}
      </Button>
      {open && <AskDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function AskDialog(props: ReasonButtonProps & { onClose: () => void }) {
  const { kind, head, desk, renew, onClose } = props
  const navigate = useNavigate()
  const withdraw = useWithdrawPoster()
  const remove = useRemovePoster()
  const { button, title, consequence, example } = texts[kind]
  const act = async (input: Parameters<typeof remove.mutateAsync>[0]) => {
    if (kind === 'withdraw') {
      desk.dispatch({ on: 'moved', ...(await withdraw.mutateAsync(input)) })
      showNotice({ kind: 'success', title: '已撤回' })
      return
    }
    await remove.mutateAsync(input)
    desk.copy.forget()
    desk.dispatch({ on: 'drop' })
    showNotice({ kind: 'success', title: '草稿已删除' })
    navigate(paths.posters(), { replace: true })
  }
  const send = async (reason: string) => {
    const { version } = desk.latest.current
    await act({ id: head.id, version, reason: reason.trim() }).catch(async (error) => {
      await renew()
      throw error
    })
    if (kind === 'withdraw') await renew()
  }
  return (
    <ReasonDialog
      title={title}
      okText={button}
      cancelText="再想想"
      danger
      placeholder={example}
      send={send}
      onClose={onClose}
    >
      <p className={classes.ask}>
        《{head.content.title}》。{consequence}
      </p>
    </ReasonDialog>
  )
}
