import { formatDuration } from '@ce/client/format.ts'
import { Button } from 'antd'
import { useState } from 'react'
import cards from '../../components/cards.module.css'
import { sortByIds } from '../../components/list-order.ts'
import { OrderedList } from '../../components/OrderedList.tsx'
import { FileField } from '../../components/upload/FileField.tsx'
import { useConfirm } from '../../kit/confirm.ts'
import { type EditedLesson, insertLesson, type LessonUpdate, newArticleLesson, newVideoLesson } from './draft.ts'
import { LessonPreview } from './LessonPreview.tsx'
import { EditedLessonRow } from './LessonRow.tsx'
import classes from './teaching.module.css'

interface LessonsFieldProps {
  lessons: readonly EditedLesson[]
  readOnly: boolean
  /** Takes an update function, because uploads can end at any time and change the lessons. */
  onChange: (change: (before: EditedLesson[]) => EditedLesson[]) => void
}

const removeHint =
  '保存草稿之后生效；在那之前离开页面，上次保存的课时还在，刚上传、刚写的要重新来。学员正在学的版本不变。'

const most = 60

/** New videos and articles are appended to the lessons. */
export function LessonsField({ lessons, readOnly, onChange }: LessonsFieldProps) {
  const confirm = useConfirm()
  const [preview, setPreview] = useState<string | null>(null)
  const shown = lessons.find(({ id }) => id === preview)
  const total = lessons.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const nameOf = (lesson: EditedLesson) => lesson.title || '未命名的课时'
  const edit = (id: string, change: LessonUpdate) =>
    onChange((before) => before.map((one) => (one.id === id ? change(one) : one)))
  const remove = (lesson: EditedLesson) =>
    confirm({
      title: `移除课时“${nameOf(lesson)}”？`,
      content: removeHint,
      okText: '移除',
      danger: true,
      cancelText: '取消',
      onOk: () => onChange((before) => before.filter(({ id }) => id !== lesson.id)),
    })
  const row = (lesson: EditedLesson) => (
    <EditedLessonRow
      lesson={lesson}
      no={lessons.indexOf(lesson) + 1}
      readOnly={readOnly}
      onEdit={(change) => edit(lesson.id, change)}
      onPreview={() => setPreview(lesson.id)}
      onRemove={() => remove(lesson)}
    />
  )
  return (
    <>
      <p className={classes.hint}>
        {lessons.length > 0
          ? `共 ${lessons.length} 个课时，${formatDuration(total)}。学员学完每一个之后才能考试。`
          : '还没有课时。上传视频后自动成为一个课时，名称取自文件名，可以再改；也可以写一篇文章作为课时。'}
      </p>
      {lessons.length > 0 &&
        (readOnly ? (
          <ul className={cards.framed}>
            {lessons.map((lesson) => (
              <li key={lesson.id}>{row(lesson)}</li>
            ))}
          </ul>
        ) : (
          <OrderedList
            label="课时"
            rows={lessons}
            nameOf={nameOf}
            onOrder={(ids) => onChange((before) => sortByIds(before, ids))}
          >
            {row}
          </OrderedList>
        ))}
      {!readOnly && (
        <FileField
          purpose="LESSON"
          accept="video/mp4,.mp4"
          label="上传课时视频"
          multiple
          disabled={lessons.length >= most}
          onUploaded={(file, chosen) => onChange((before) => insertLesson(before, newVideoLesson(file, chosen)))}
          actions={
            <>
              <Button
                disabled={lessons.length >= most}
                onClick={() => onChange((before) => [...before, newArticleLesson()])}
              >
                添加文章课时
              </Button>
              <span className={classes.hint}>
                MP4（H.264 画面、AAC 声音），每个不超过 4
                GB；可以一次选多个，按所选的先后排列；断线后重新选择同一文件可以续传。
              </span>
            </>
          }
        />
      )}
      {shown && <LessonPreview lesson={shown} onClose={() => setPreview(null)} />}
    </>
  )
}
