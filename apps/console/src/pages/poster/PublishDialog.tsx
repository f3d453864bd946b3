import { portalNow } from '@ce/client/clock.ts'
import { failureWords } from '@ce/client/form-refusal.ts'
import { type Poster, usePublishPoster } from '@ce/client/staff/poster.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Input, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import { isUnsaved } from './draft.ts'
import classes from './Editor.module.css'
import { Field } from './Field.tsx'
import { shanghaiClock, shanghaiInstant } from './publish-time.ts'
import { dateWords, mayPublish, publishedWords } from './publish-words.ts'
import type { DraftDesk } from './use-draft.ts'

interface PublishDialogProps {
  head: Poster
  desk: DraftDesk
  renew: () => Promise<Poster | undefined>
  onClose: () => void
}

const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs

/** Publishes what is written, now or at a time; unsaved changes are saved first. */
export function PublishDialog({ head, desk, renew, onClose }: PublishDialogProps) {
  const [when, setWhen] = useState<Time>('now')
  const [time, setTime] = useState(() => shanghaiClock(new Date(portalNow() + hourMs)))
  const pending = usePendingUploads()
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  const { act, problem, busy } = usePublish({ head, desk, renew, onClose: close })
  // readers never have two texts of one item: a live one changes at once or not at all
  const live = head.state === 'PUBLISHED'
  const unsaved = isUnsaved(desk.draft)
  const no = desk.draft.draftNo + (unsaved ? 1 : 0)
  return (
    <Modal
      open={open}
      title="发布"
      okText={when === 'now' ? '立即发布' : '定时发布'}
      okButtonProps={{ disabled: !mayPublish({ when, time, ...pending }) }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void act(when === 'later' ? shanghaiInstant(time) : null)}
      onCancel={close}
      // by then the focus is back where it was
      afterClose={onClose}
    >
      <p className={classes.ask}>
        《{desk.text.content.title || head.content.title}》{unsaved ? '将先保存，再' : '将'}发布第{' '}
        {no} 稿。
        {dateWords(head)}
      </p>
      {!live && <When value={when} onChange={setWhen} />}
      {when === 'later' && (
        <Field label="发布时间（北京时间）">
          {(props) => (
            // the browser's own picker: antd's cannot be used by keys and screen readers alone
            <Input
              {...props}
              className={classes.time}
              type="datetime-local"
              value={time}
              min={shanghaiClock(new Date(portalNow()))}
              max={shanghaiClock(new Date(portalNow() + yearMs))}
              onChange={({ target }) => setTime(target.value)}
            />
          )}
        </Field>
      )}
      <PendingFiles {...pending} act="照样发布" />
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
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
      if (isUnsaved(desk.latest.current) && !(await desk.save())) {
        setProblem(`没有发布：${desk.latest.current.problem ?? '保存没有成功'}`)
        return
      }
      const { version } = desk.latest.current
      const moved = await publish.mutateAsync({ id: head.id, version, publishAt })
      desk.dispatch({ on: 'moved', ...moved })
      showNotice({ kind: 'success', title: publishedWords(await renew(), publishAt) })
      onClose()
    } catch (error) {
      setProblem(failureWords(error))
      await renew()
    } finally {
      setBusy(false)
    }
  }
  return { act, problem, busy }
}
