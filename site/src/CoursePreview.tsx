import { type ClientOutput, callClient } from '@ce/client/call.ts'
import { formatDuration } from '@ce/client/format.ts'
import { useState } from 'react'
import { useMounted } from './use-mounted.ts'

type Preview = ClientOutput<'GET /course/v1/catalogue_trial'>

interface CoursePreviewProps {
  of: { year: number; id: string }
  title: string
  coverUrl: string | null
}

/** The free preview (免费试看). Its film address expires, so a click fetches it. */
export function CoursePreview({ of, title, coverUrl }: CoursePreviewProps) {
  const ready = useMounted()
  const [preview, setPreview] = useState<Preview>()
  const [state, setState] = useState<'IDLE' | 'ASKED' | 'PLAYING' | 'OVER' | 'FAILED'>('IDLE')
  const open = async () => {
    if (state === 'ASKED') return
    setState('ASKED')
    try {
      setPreview(await callClient('GET /course/v1/catalogue_trial', of, { quiet: true }))
      setState('PLAYING')
    } catch {
      setState('FAILED')
    }
  }
  const fail = () => {
    setPreview(undefined)
    setState('FAILED')
  }
  return (
    <section className="course-preview" aria-label="免费试看">
      {preview ? (
        // biome-ignore lint/a11y/useMediaCaption: shown where a lesson has them; else the narration stands on the slides
        <video
          controls
          playsInline
          autoPlay
          controlsList="nodownload noplaybackrate"
          disablePictureInPicture
          aria-label={`${title} 试看视频`}
          src={preview.videoUrl}
          onPlay={() => setState('PLAYING')}
          onEnded={() => setState('OVER')}
          onError={fail}
        >
          {preview.captionsUrl && (
            <track kind="captions" srcLang="zh-CN" label="中文字幕" src={preview.captionsUrl} default />
          )}
        </video>
      ) : (
        <div className="course-poster">
          {coverUrl && <img src={coverUrl} alt="" width={960} height={540} />}
          <button type="button" className="site-button" disabled={!ready} aria-busy={state === 'ASKED'} onClick={open}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M8 5v14l11-7z" />
            </svg>
            {state === 'ASKED' ? '正在打开…' : '免费试看'}
          </button>
        </div>
      )}
      <p role="status">
        {state === 'FAILED'
          ? '试看没有打开，请检查网络后再点“免费试看”。'
          : state === 'OVER'
            ? '试看结束，报名后可以完整学习。'
            : preview
              ? `可试看前 ${formatDuration(preview.seconds)}，试看不计学时。`
              : '无需登录，试看不计学时。'}
      </p>
    </section>
  )
}
