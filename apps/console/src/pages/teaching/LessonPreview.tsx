import { Alert, Modal } from 'antd'
import { useState } from 'react'
import type { DraftLesson } from './draft.ts'
import classes from './teaching.module.css'

/** The lesson's video with its captions, as a browser plays it; free to seek, unlike a student's. */
export function LessonPreview({ lesson, onClose }: { lesson: DraftLesson; onClose: () => void }) {
  const [broken, setBroken] = useState(false)
  const { title, videoUrl, captionsUrl } = lesson
  return (
    <Modal open title={`预览：${title}`} footer={null} width={860} onCancel={onClose}>
      {/* biome-ignore lint/a11y/useMediaCaption: captions are shown where the lesson has them */}
      <video
        className={classes.video}
        src={videoUrl}
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
      {broken && (
        <Alert
          type="warning"
          showIcon
          title="视频没有加载成功"
          description="预览链接十分钟内有效，请保存后刷新页面再试。"
        />
      )}
    </Modal>
  )
}
