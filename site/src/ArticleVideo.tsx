import type { PosterInfo } from './data.ts'

interface ArticleVideoProps {
  video: NonNullable<PosterInfo['video']>
  title: string
  coverUrl: string | null
}

export function ArticleVideo({ video, title, coverUrl }: ArticleVideoProps) {
  return (
    <figure className="article-video">
      <video controls playsInline preload="metadata" aria-label={title} {...(coverUrl ? { poster: coverUrl } : {})}>
        <source src={video.url} type={video.mime} />
        {video.captionsUrl && (
          <track kind="captions" srcLang="zh-CN" label="中文字幕" src={video.captionsUrl} default />
        )}
      </video>
      <figcaption>
        {video.captionsUrl ? '字幕可在播放器中打开或关闭。' : '本视频没有字幕，要点见下方文字。'}{' '}
        <a href={video.url}>播放不了？直接打开视频文件</a>
      </figcaption>
    </figure>
  )
}
