import { keepFocusNear } from '@ce/client/components/refocus.ts'
import { formatDuration } from '@ce/client/format.ts'
import { charactersOf, minutesWords } from '@ce/contract/reading'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import { ArticleDialog } from './ArticleDialog.tsx'
import {
  captionsOf,
  type DraftLesson,
  type DraftVideo,
  type LessonChange,
  lowVideoOf,
  videoOf,
} from './draft.ts'
import classes from './teaching.module.css'

interface LessonRowProps {
  lesson: DraftLesson
  no: number
  readOnly: boolean
  onEdit: (change: LessonChange) => void
  onPreview: () => void
  onRemove: () => void
}

/** One lesson: its title, what its video or text is, and what can be done with it. */
export function LessonRow({ lesson, no, readOnly, onEdit, onPreview, onRemove }: LessonRowProps) {
  const { title } = lesson
  const reads = lesson.kind === 'ARTICLE'
  // a lesson that is yet to be written opens by itself
  const [opened, setOpened] = useState(reads && lesson.html === '' && title === '')
  // folded up, what is being uploaded goes on
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
            maxLength={60}
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
        <ArticleDialog lesson={lesson} onEdit={onEdit} onClose={() => setOpened(false)} />
      )}
    </div>
  )
}

function factsOf(lesson: DraftLesson): string {
  const { durationSeconds } = lesson
  if (lesson.kind === 'ARTICLE')
    return `文章 · ${charactersOf(lesson.html)} 字 · 要求阅读 ${minutesWords(durationSeconds)} 分钟`
  const { media, videoName, lowVideoFileId, lowVideoName, captionsFileId, captionsName } = lesson
  const parts = [formatDuration(durationSeconds), videoName || '视频']
  if (media) parts.push(`${media.video}${media.audio ? ` + ${media.audio}` : '，没有声音'}`)
  if (lowVideoFileId) parts.push(`省流量 ${lowVideoName ?? ''}`)
  parts.push(captionsFileId ? `字幕 ${captionsName ?? ''}` : '没有字幕')
  return parts.join(' · ')
}

interface FilesProps {
  lesson: DraftVideo
  name: string
  onEdit: (change: LessonChange) => void
}

function Files({ lesson, name, onEdit }: FilesProps) {
  const change = (part: Partial<DraftVideo>) =>
    onEdit((before) => (before.kind === 'VIDEO' ? { ...before, ...part } : before))
  const remove = (part: Partial<DraftVideo>) => {
    change(part)
    // the button goes with what it removes
    void keepFocusNear()
  }
  return (
    <fieldset className="plain-fieldset" aria-label={`“${name}”的视频与字幕`}>
      <div className={classes.files}>
        <FileField
          purpose="LESSON"
          accept="video/mp4,.mp4"
          label="更换视频"
          onUploaded={(file) => change(videoOf(file))}
        />
        <FileField
          purpose="LESSON"
          accept="video/mp4,.mp4"
          label={`${lesson.lowVideoFileId ? '更换' : '上传'}省流量视频（选填）`}
          onUploaded={(file) => change(lowVideoOf(file))}
          actions={
            <>
              {lesson.lowVideoFileId && (
                <Button onClick={() => remove(lowVideoOf(null))}>移除省流量视频</Button>
              )}
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
          onUploaded={(file) => change(captionsOf(file))}
          actions={
            lesson.captionsFileId && (
              <Button onClick={() => remove(captionsOf(null))}>移除字幕</Button>
            )
          }
        />
      </div>
    </fieldset>
  )
}
