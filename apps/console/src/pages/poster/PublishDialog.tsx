import { portalNow } from '@ce/client/clock.ts'
import { callFailureText } from '@ce/client/form-refusal.ts'
import { type Poster, usePublishPoster } from '@ce/client/staff/poster.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Radio } from 'antd'
import { useId, useState } from 'react'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import { DateTimeField, dateTimeProblem } from '../../kit/DateField.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { isPosterDraftUnsaved } from './draft.ts'
import classes from './Editor.module.css'
import { LabelledField } from './Field.tsx'
import { canPublishPoster, posterDateText, publicationResultText } from './publish-text.ts'
import { toShanghaiClock, toShanghaiInstant } from './publish-time.ts'
import type { PosterDraftControls } from './use-draft.ts'

interface PublishDialogProps {
  head: Poster
  desk: PosterDraftControls
  renew: () => Promise<Poster | undefined>
  onClose: () => void
}

const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs

/** Saves the edits first, then publishes the item now or at a given time. */
export function PublishDialog({ head, desk, renew, onClose }: PublishDialogProps) {
  const [when, setWhen] = useState<Time>('now')
  const [time, setTime] = useState(() => toShanghaiClock(new Date(portalNow() + hourMs)))
  const pending = usePendingUploads()
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  const { act, problem, complain, busy } = usePublish({ head, desk, renew, onClose: close })
  // Changes of an already published item cannot be scheduled.
  const live = head.state === 'PUBLISHED'
  const unsaved = isPosterDraftUnsaved(desk.draft)
  const no = desk.draft.draftNo + (unsaved ? 1 : 0)
  const soonest = toShanghaiClock(new Date(portalNow()))
  const latest = toShanghaiClock(new Date(portalNow() + yearMs))
  const wrongTime = when === 'later' ? dateTimeProblem(time, { min: soonest, max: latest }) : null
  return (
    <Dialog
      open={open}
      title="发布"
      okText={when === 'now' ? '立即发布' : '定时发布'}
      okButtonProps={{ disabled: !canPublishPoster({ when, time, ...pending }) }}
      cancelText="取消"
      busy={busy}
      loss={() => (when === 'later' ? '选好的发布时间还没有保存，关闭后会丢失。' : null)}
      onOk={() => {
        if (wrongTime) complain(wrongTime)
        else void act(when === 'later' ? toShanghaiInstant(time) : null)
      }}
      onClose={close}
      afterClose={onClose}
    >
      <p className={classes.ask}>
        《{desk.text.content.title || head.content.title}》{unsaved ? '将先保存，再' : '将'}发布第 {no} 稿。
        {posterDateText(head)}
      </p>
      {!live && <When value={when} onChange={setWhen} />}
      {when === 'later' && (
        <LabelledField label="发布时间（北京时间）">
          {(props) => (
            <DateTimeField
              {...props}
              label="发布时间"
              value={time}
              min={soonest.slice(0, 10)}
              max={latest.slice(0, 10)}
              aria-invalid={wrongTime !== null && wrongTime === problem}
              onChange={setTime}
            />
          )}
        </LabelledField>
      )}
      <PendingFiles {...pending} act="照样发布" />
      {problem && <Alert type="error" showIcon title={problem} />}
    </Dialog>
  )
}

type Time = 'now' | 'later'

function When({ value, onChange }: { value: Time; onChange: (when: Time) => void }) {
  const labelId = useId()
  return (
    <>
      <p id={labelId} className={classes.label}>
        什么时候
      </p>
      <Radio.Group
        aria-labelledby={labelId}
        className={classes.when}
        value={value}
        onChange={({ target }) => onChange(target.value === 'later' ? 'later' : 'now')}
        options={[
          { value: 'now', label: '立即：读者几秒内就能看到' },
          { value: 'later', label: '定时：到时自动出现' },
        ]}
      />
    </>
  )
}

function usePublish({ head, desk, renew, onClose }: PublishDialogProps) {
  const publish = usePublishPoster()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const act = async (publishAt: string | null) => {
    setProblem(undefined)
    setBusy(true)
    try {
      if (isPosterDraftUnsaved(desk.latest.current) && !(await desk.save())) {
        setProblem(`没有发布：${desk.latest.current.problem ?? '保存没有成功'}`)
        return
      }
      const { version } = desk.latest.current
      const moved = await publish.mutateAsync({ id: head.id, version, publishAt })
      desk.dispatch({ on: 'moved', ...moved })
      showNotice({ kind: 'success', title: publicationResultText(await renew(), publishAt) })
      onClose()
    } catch (error) {
      setProblem(callFailureText(error))
      await renew()
    } finally {
      setBusy(false)
    }
  }
  return { act, problem, complain: setProblem, busy }
}
