import { isStaleRefusal } from '@ce/client/answers.ts'
import { type DeskCourse, useDiscardDraft, usePublishCourse } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { teachingPublishLimits } from '@ce/contract/generated/staff-limits'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'

interface PublishButtonsProps {
  course: DeskCourse
  /** Returns the ids of the version shown on the page, because the course may have been reloaded. */
  version: () => { versionId: string | null; revision: number }
  unsaved: boolean
  /** True if the draft lacks nothing that publication needs. */
  ready: boolean
  onPublished: () => void
  onDiscarded: () => void
  /** Called after another person has changed or published the draft. */
  onStale: () => void
}

/** Offers to publish or discard a saved draft. */
export function PublishDraftButtons(props: PublishButtonsProps) {
  const { course, version, unsaved, ready, onPublished, onDiscarded, onStale } = props
  const mayPublish = usePermission('teaching.publish')
  const [asked, setAsked] = useState<'publish' | 'discard' | null>(null)
  const { draft } = course
  if (!draft) return null
  const why = unsaved ? '请先保存草稿' : ready ? undefined : '还缺的内容见上方'
  const shown = () => {
    const { versionId, revision } = version()
    return { courseId: course.id, versionId: versionId ?? draft.id, revision }
  }
  const dialog = { course, no: draft.no, shown, onStale, onClose: () => setAsked(null) }
  return (
    <>
      {mayPublish && (
        <Button disabled={unsaved || !ready} title={why} onClick={() => setAsked('publish')}>
          发布…
        </Button>
      )}
      <Button danger disabled={unsaved} onClick={() => setAsked('discard')}>
        放弃草稿…
      </Button>
      {asked === 'publish' && <PublishDialog {...dialog} unsaved={unsaved} onDone={onPublished} />}
      {asked === 'discard' && <DiscardDialog {...dialog} onDone={onDiscarded} />}
    </>
  )
}

interface DialogProps {
  course: DeskCourse
  no: number
  /** Returns which draft the page shows. */
  shown: () => { courseId: string; versionId: string; revision: number }
  onDone: () => void
  onStale: () => void
  onClose: () => void
}

interface PublishDialogProps extends DialogProps {
  /**
   * True while edits are unsaved, for example after an upload ended while the dialog was open; publishing is then
   * blocked.
   */
  unsaved: boolean
}

function PublishDialog(props: PublishDialogProps) {
  const { course, no, shown, unsaved, onDone, onStale, onClose } = props
  const pending = usePendingUploads()
  const publish = usePublishCourse()
  const send = ({ note }: { note: string }) =>
    unlessStale(onStale, async () => {
      await publish.mutateAsync({ ...shown(), note })
      const text = course.current ? '还没有开始的学员随后分批改按新版学习，进展见“历次发布”。' : ''
      showNotice({ kind: 'success', title: `第 ${no} 版已发布`, text })
      onDone()
    })
  return (
    <FormDialog
      title={`发布第 ${no} 版？`}
      okText="发布"
      blocked={unsaved || !pending.without}
      initialValues={{ note: '' }}
      send={send}
      onClose={onClose}
    >
      <p>
        {course.current
          ? '已经开始学习的学员仍按原来的版本学完，进度和学时不变。新报名的学员立即按新版学；已报名、还没有开始的，随后分批改按新版，轮到之前开始学习的仍按原来的版本。发布后不能改回，需要时再发布一版。'
          : '发布后，这门课程可以列入年度计划，供学员选学。'}
        {course.state === 'WITHDRAWN' && '这门课程已撤下，发布后仍不供新学员选，需要时再“重新上架”。'}
      </p>
      {unsaved && (
        <Alert
          type="warning"
          showIcon
          title="刚上传完成的文件还没有存进草稿"
          description="请先取消，保存草稿，再发布。"
        />
      )}
      <PendingFiles {...pending} act="照样发布（没有完成的上传随之停止）" />
      <Form.Item name="note" label="更新说明（选填）" extra="记在“历次发布”里，学员看不到。">
        <Input.TextArea rows={2} maxLength={teachingPublishLimits.note.maxLength} />
      </Form.Item>
    </FormDialog>
  )
}

function DiscardDialog({ shown, onDone, onStale, onClose }: DialogProps) {
  const discard = useDiscardDraft()
  const send = () =>
    unlessStale(onStale, async () => {
      await discard.mutateAsync(shown())
      showNotice({ kind: 'success', title: '草稿已放弃' })
      onDone()
    })
  return (
    <FormDialog title="放弃这份草稿？" okText="放弃草稿" cancelText="再想想" danger send={send} onClose={onClose}>
      <p>草稿里的课时次序和组卷规则不再保留；学员正在学的版本不受影响。</p>
    </FormDialog>
  )
}

/** If another person saved first, reloads the page and tells the user; no edits can be lost here. */
async function unlessStale(onStale: () => void, send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!isStaleRefusal(error)) throw error
    const title = `没有完成：草稿刚被 ${String(error.data.by)} 修改过`
    showNotice({ title, text: '已载入最新内容，请核对后再操作。' })
    onStale()
  }
}
