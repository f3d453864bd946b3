import { formatDuration } from '@ce/client/format.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import { captionsOf, type DraftLesson, videoOf } from './draft.ts'
import classes from './teaching.module.css'

interface LessonRowProps {
  lesson: DraftLesson
  no: number
  readOnly: boolean
  onEdit: (change: Partial<DraftLesson>) => void
  onPreview: () => void
  onRemove: () => void
}

/** One lesson: its title, what its video is, and what can be done with it. */
export function LessonRow({ lesson, no, readOnly, onEdit, onPreview, onRemove }: LessonRowProps) {
  const { title, media } = lesson
  const [opened, setOpened] = useState(false)
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
            onChange={({ target }) => onEdit({ title: target.value })}
          />
        )}
        <Button size="small" aria-label={`预览 ${name}`} onClick={onPreview}>
          预览
        </Button>
        {!readOnly && (
          <>
            <Button
              size="small"
              aria-expanded={opened}
              aria-label={`更换 ${name} 的视频或字幕`}
              onClick={() => setOpened(!opened)}
            >
              更换
            </Button>
            <Button size="small" danger aria-label={`移除 ${name}`} onClick={onRemove}>
              移除
            </Button>
          </>
        )}
      </div>
      <p className={classes.lessonFacts}>
        {formatDuration(lesson.durationSeconds)} · {lesson.videoName || '视频'}
        {media && ` · ${media.video}${media.audio ? ` + ${media.audio}` : '，没有声音'}`}
        {lesson.captionsFileId ? ` · 字幕 ${lesson.captionsName ?? ''}` : ' · 没有字幕'}
        {media && !media.fastStart && ' · 索引在文件末尾，开始播放会稍慢'}
      </p>
      {opened && !readOnly && <Files lesson={lesson} name={name} onEdit={onEdit} />}
    </div>
  )
}

function Files({
  lesson,
  name,
  onEdit,
}: Pick<LessonRowProps, 'lesson' | 'onEdit'> & { name: string }) {
  return (
    <div className={classes.files}>
      <FileField
        purpose="LESSON"
        accept="video/mp4,.mp4"
        label={`更换“${name}”的视频`}
        onUploaded={(file) => onEdit(videoOf(file))}
      />
      <FileField
        purpose="LESSON_CAPTIONS"
        accept=".vtt,text/vtt"
        label={`${lesson.captionsFileId ? '更换' : '上传'}“${name}”的字幕（WebVTT）`}
        onUploaded={(file) => onEdit(captionsOf(file))}
        actions={
          lesson.captionsFileId && (
            <Button onClick={() => onEdit(captionsOf(null))}>移除字幕</Button>
          )
        }
      />
    </div>
  )
}
