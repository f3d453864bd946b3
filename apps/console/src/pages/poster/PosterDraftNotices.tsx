import { focusPageTitle } from '@ce/client/components/PageFocus.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import type { Poster } from '@ce/client/staff/poster.ts'
import { Alert, Button } from 'antd'
import { useConfirm } from '../../kit/confirm.ts'
import classes from './Editor.module.css'
import type { PosterDraftControls } from './use-draft.ts'

interface DraftNoticesProps {
  desk: PosterDraftControls
  head: Poster | null
  renew: () => Promise<Poster | undefined>
  restart: () => void
}

/** Reports changes by others, failed saves and copies of unsaved work on this device. */
export function PosterDraftNotices({ desk, head, renew, restart }: DraftNoticesProps) {
  const { draft, dispatch } = desk
  return (
    <div className={classes.notices}>
      {draft.phase === 'behind' && <BehindNotice desk={desk} restart={restart} />}
      {draft.phase === 'stale' && <StaleNotice desk={desk} renew={renew} restart={restart} />}
      {draft.phase === 'failed' && draft.problem && (
        <Alert
          type="error"
          showIcon
          title={`保存没有成功：${draft.problem}`}
          action={<Button onClick={() => void desk.save()}>重试</Button>}
        />
      )}
      {draft.cleaned.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`保存时去掉了读者页面不允许的内容：${draft.cleaned.join('、')}`}
          closable={{
            closeIcon: true,
            'aria-label': '知道了',
            onClose: () => dispatch({ on: 'cleanedRead' }),
          }}
        />
      )}
      <FoundNotice desk={desk} head={head} />
    </div>
  )
}

/** Shown while the user has no edits: loading the newest version loses nothing. */
function BehindNotice({ desk, restart }: Pick<DraftNoticesProps, 'desk' | 'restart'>) {
  return (
    <Alert
      type="warning"
      showIcon
      title={`他人已修改：${desk.draft.problem ?? ''}`}
      description="这里显示的还是之前的一稿。您在这个页面上没有修改，载入最新稿后再继续。"
      action={
        <Button type="primary" onClick={restart}>
          载入最新稿
        </Button>
      }
    />
  )
}

function StaleNotice({ desk, renew, restart }: Omit<DraftNoticesProps, 'head'>) {
  const confirm = useConfirm()
  const takeTheirs = () =>
    confirm({
      title: '放弃我的修改，载入最新稿？',
      content: '您在这个页面上没有保存的修改会丢失，不能恢复。',
      okText: '放弃并载入',
      danger: true,
      cancelText: '再想想',
      afterClose: focusPageTitle,
      onOk: async () => {
        desk.copy.forget()
        desk.dispatch({ on: 'drop' })
        await renew()
        restart()
      },
    })
  return (
    <Alert
      type="warning"
      showIcon
      title={`他人已修改：${desk.draft.problem ?? ''}`}
      description="为了不覆盖对方的工作，您的修改还没有保存，仍在这个页面上。对方的稿会留在历史稿中，两种选择都不会丢掉它。"
      action={
        <span className={classes.choices}>
          <Button type="primary" onClick={() => void desk.saveAnyway()}>
            用我的内容另存为最新一稿
          </Button>
          <Button onClick={takeTheirs}>放弃我的修改，载入最新稿</Button>
        </span>
      }
    />
  )
}

function FoundNotice({ desk, head }: Pick<DraftNoticesProps, 'desk' | 'head'>) {
  const { found } = desk.copy
  if (!found) return null
  const behind = head !== null && found.version < head.version
  const take = () => {
    desk.text.show(found.content)
    desk.text.bodyTyped()
    desk.edit({})
    desk.copy.take(found)
  }
  return (
    <Alert
      type="info"
      showIcon
      title={`这台电脑上有一份 ${formatDateTime(found.at)} 没有保存的修改`}
      description={behind ? '此后这篇内容又保存过新的一稿。恢复后请先核对，再保存。' : undefined}
      action={
        <span className={classes.choices}>
          <Button type="primary" onClick={take}>
            恢复
          </Button>
          <Button onClick={() => desk.copy.discard(found)}>丢弃</Button>
        </span>
      }
    />
  )
}
