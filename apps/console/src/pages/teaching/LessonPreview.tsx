// an article looks as its readers will see it
import '@ce/site/site.css'
import { minutesWords } from '@ce/contract/reading'
import { Prose } from '@ce/site/Prose.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { Alert, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import type { DraftArticle, DraftLesson, DraftVideo } from './draft.ts'
import classes from './teaching.module.css'

/** The lesson as a student has it, but free: no guard, no clock. */
export function LessonPreview({ lesson, onClose }: { lesson: DraftLesson; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <Modal
      open={open}
      title={`预览：${lesson.title || '未命名的课时'}`}
      footer={null}
      width={860}
      onCancel={() => setOpen(false)}
      // not before: the focus goes back to what opened it
      afterClose={onClose}
    >
      {lesson.kind === 'VIDEO' ? <Film lesson={lesson} /> : <Article lesson={lesson} />}
    </Modal>
  )
}

function Article({ lesson: { title, html, durationSeconds } }: { lesson: DraftArticle }) {
  if (html === '') return <EmptyState title="还没有正文">编辑之后再预览。</EmptyState>
  return (
    <article className={classes.article}>
      <h2>{title}</h2>
      <p className={classes.hint}>要求阅读 {minutesWords(durationSeconds)} 分钟</p>
      <Prose html={html} />
    </article>
  )
}

/** The video, or the one for slow lines, with its captions, as a browser plays it; free to seek, unlike a student's. */
function Film({ lesson }: { lesson: DraftVideo }) {
  const { title, videoUrl, lowVideoUrl, captionsUrl } = lesson
  const [low, setLow] = useState(false)
  const [broken, setBroken] = useState(false)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: captions are shown where the lesson has them */}
      <video
        className={classes.video}
        src={(low && lowVideoUrl) || videoUrl}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        onError={() => setBroken(true)}
      >
        {captionsUrl && (
          <track kind="captions" src={captionsUrl} srcLang="zh" label="中文" default />
        )}
      </video>
      {lowVideoUrl && (
        <Checkbox
          className={classes.rendition}
          checked={low}
          onChange={({ target }) => {
            setLow(target.checked)
            setBroken(false)
          }}
        >
          看省流量视频
        </Checkbox>
      )}
      {broken && (
        <Alert
          type="warning"
          showIcon
          title="视频没有加载成功"
          description="预览链接十分钟内有效，请保存后刷新页面再试。"
        />
      )}
    </>
  )
}
