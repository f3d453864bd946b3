// The preview needs the site styles, so that the article looks as readers see it.
import '@ce/site/site.css'
import { formatMinutes } from '@ce/contract/reading'
import { Prose } from '@ce/site/Prose.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { Alert, Checkbox } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../kit/Dialog.tsx'
import type { EditedArticleLesson, EditedLesson, EditedVideoLesson } from './draft.ts'
import classes from './teaching.module.css'

/** Shows a lesson as students see it, but without their restrictions. */
export function LessonPreview({ lesson, onClose }: { lesson: EditedLesson; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <Dialog
      open={open}
      title={`预览：${lesson.title || '未命名的课时'}`}
      footer={null}
      width={860}
      onClose={() => setOpen(false)}
      afterClose={onClose}
    >
      {lesson.kind === 'VIDEO' ? <Film lesson={lesson} /> : <Article lesson={lesson} />}
    </Dialog>
  )
}

function Article({ lesson: { title, html, durationSeconds } }: { lesson: EditedArticleLesson }) {
  if (html === '') return <EmptyState title="还没有正文">编辑之后再预览。</EmptyState>
  return (
    <article className={classes.article}>
      <h2>{title}</h2>
      <p className={classes.hint}>要求阅读 {formatMinutes(durationSeconds)} 分钟</p>
      <Prose html={html} />
    </article>
  )
}

/** Staff can seek freely in the preview, unlike students. */
function Film({ lesson }: { lesson: EditedVideoLesson }) {
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
        {captionsUrl && <track kind="captions" src={captionsUrl} srcLang="zh" label="中文" default />}
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
