import { restoreFocusNear } from '@ce/client/components/restore-focus.ts'
import { formatDuration } from '@ce/client/format.ts'
import { teachingSaveDraftLimits } from '@ce/contract/generated/staff-limits'
import { countHtmlCharacters, formatMinutes } from '@ce/contract/reading'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import { ArticleLessonDialog } from './ArticleLessonDialog.tsx'
import type { EditedLesson, EditedVideoLesson, LessonUpdate } from './draft.ts'
import { captionFieldsOf, lowVideoFieldsOf, videoFieldsOf } from './draft.ts'
import classes from './teaching.module.css'

interface LessonRowProps {
  lesson: EditedLesson
  no: number
  readOnly: boolean
  onEdit: (change: LessonUpdate) => void
  onPreview: () => void
  onRemove: () => void
}

export function EditedLessonRow({ lesson, no, readOnly, onEdit, onPreview, onRemove }: LessonRowProps) {
  const { title } = lesson
  const reads = lesson.kind === 'ARTICLE'
  // A new article opens at once, because it has no text yet.
  const [opened, setOpened] = useState(reads && lesson.html === '' && title === '')
  // Uploads continue while the lesson row is collapsed.
  const [files, setFiles] = useState(false)
  const name = title || `第 ${no} 课时`
  return (
    <div className={classes.lesson}>
      <div className={classes.lessonHead}>
        <span className={classes.no}>{no}</span>
        {readOnly ? (
          <span className={classes.lessonTitle}>{title}</span>
        ) : (
          <Input
            aria-label={`第 ${no} 课时的名称`}
            className={classes.lessonTitle}
            maxLength={teachingSaveDraftLimits.lessons.items.title.maxLength}
            value={title}
            status={title.trim().length < 2 ? 'error' : ''}
            onChange={({ target }) => onEdit((before) => ({ ...before, title: target.value }))}
          />
        )}
        <Button size="small" aria-label={`预览 ${name}`} onClick={onPreview}>
          预览
        </Button>
        {!readOnly && (
          <>
            <Button
              size="small"
              {...(!reads && { 'aria-expanded': opened })}
              aria-label={reads ? `编辑 ${name} 的正文` : `视频与字幕：${name}`}
              onClick={() => {
                setOpened(!opened)
                setFiles(!reads)
              }}
            >
              {reads ? '编辑' : '视频与字幕'}
            </Button>
            <Button size="small" danger aria-label={`移除 ${name}`} onClick={onRemove}>
              移除
            </Button>
          </>
        )}
      </div>
      <p className={classes.lessonFacts}>{factsOf(lesson)}</p>
      {lesson.kind === 'VIDEO' && files && !readOnly && (
        <div hidden={!opened}>
          <Files lesson={lesson} name={name} onEdit={onEdit} />
        </div>
      )}
      {lesson.kind === 'ARTICLE' && opened && !readOnly && (
        <ArticleLessonDialog lesson={lesson} onEdit={onEdit} onClose={() => setOpened(false)} />
      )}
    </div>
  )
}

function factsOf(lesson: EditedLesson): string {
  const { durationSeconds } = lesson
  if (lesson.kind === 'ARTICLE')
    return `文章 · ${countHtmlCharacters(lesson.html)} 字 · 要求阅读 ${formatMinutes(durationSeconds)} 分钟`
  const { media, videoName, lowVideoFileId, lowVideoName, captionsFileId, captionsName } = lesson
  const parts = [formatDuration(durationSeconds), videoName || '视频']
  if (media) parts.push(`${media.video}${media.audio ? ` + ${media.audio}` : '，没有声音'}`)
  if (lowVideoFileId) parts.push(`省流量 ${lowVideoName ?? ''}`)
  parts.push(captionsFileId ? `字幕 ${captionsName ?? ''}` : '没有字幕')
  return parts.join(' · ')
}

interface FilesProps {
  lesson: EditedVideoLesson
  name: string
  onEdit: (change: LessonUpdate) => void
}

function Files({ lesson, name, onEdit }: FilesProps) {
  const change = (part: Partial<EditedVideoLesson>) =>
    onEdit((before) => (before.kind === 'VIDEO' ? { ...before, ...part } : before))
  const remove = (part: Partial<EditedVideoLesson>) => {
    change(part)
    // The remove button disappears with its row, so focus moves to a neighbour.
    void restoreFocusNear()
  }
  return (
    <fieldset className="plain-fieldset" aria-label={`“${name}”的视频与字幕`}>
      <div className={classes.files}>
        <FileField
          purpose="LESSON"
          accept="video/mp4,.mp4"
          label="更换视频"
          onUploaded={(file) => change(videoFieldsOf(file))}
        />
        <FileField
          purpose="LESSON"
          accept="video/mp4,.mp4"
          label={`${lesson.lowVideoFileId ? '更换' : '上传'}省流量视频（选填）`}
          onUploaded={(file) => change(lowVideoFieldsOf(file))}
          actions={
            <>
              {lesson.lowVideoFileId && <Button onClick={() => remove(lowVideoFieldsOf(null))}>移除省流量视频</Button>}
              <span className={classes.hint}>
                同一段内容，画面较小或只有幻灯片和声音，供流量少的学员选用；更换视频后要重新上传。
              </span>
            </>
          }
        />
        <FileField
          purpose="LESSON_CAPTIONS"
          accept=".srt,.vtt,text/vtt"
          label={`${lesson.captionsFileId ? '更换' : '上传'}字幕（SRT 或 WebVTT）`}
          onUploaded={(file) => change(captionFieldsOf(file))}
          actions={lesson.captionsFileId && <Button onClick={() => remove(captionFieldsOf(null))}>移除字幕</Button>}
        />
      </div>
    </fieldset>
  )
}
