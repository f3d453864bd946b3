import { Button } from 'antd'
import { FileField } from '../../components/upload/FileField.tsx'
import { formatBytes } from '../../components/upload/format-bytes.ts'
import classes from './Editor.module.css'
import { FieldGroup } from './Field.tsx'
import type { FieldsProps } from './TitleFields.tsx'

/** The video that the item is about, and its captions. */
export function VideoField({ content, readOnly, edit }: FieldsProps) {
  const { video, captions } = content
  return (
    <>
      <FieldGroup label="视频" hint="MP4（H.264）。没有视频不能发布。">
        <FileField
          purpose="VIDEO"
          accept="video/mp4"
          label={video ? '更换视频' : '上传视频'}
          disabled={readOnly}
          onUploaded={(file) => edit({ video: file, videoFileId: file.id })}
          actions={
            video && (
              <Button onClick={() => edit({ video: null, videoFileId: null })}>移除视频</Button>
            )
          }
        >
          {video && (
            <>
              {/* biome-ignore lint/a11y/useMediaCaption: captions are the next field, and may be missing yet */}
              <video
                key={`${video.id}:${captions?.id}`}
                className={classes.video}
                src={video.url}
                controls
                preload="metadata"
                aria-label="当前视频"
              >
                {captions && (
                  <track kind="captions" src={captions.url} srcLang="zh" label="中文" default />
                )}
              </video>
              <p className={classes.fileName}>
                {video.name}（{formatBytes(video.size)}）
              </p>
            </>
          )}
        </FileField>
      </FieldGroup>
      <FieldGroup label="字幕" hint="WebVTT（.vtt）。听不到声音的读者靠它看懂视频。">
        <FileField
          purpose="CAPTIONS"
          accept=".vtt,text/vtt"
          label={captions ? '更换字幕' : '上传字幕'}
          disabled={readOnly}
          onUploaded={(file) => edit({ captions: file, captionsFileId: file.id })}
          actions={
            captions && (
              <Button onClick={() => edit({ captions: null, captionsFileId: null })}>
                移除字幕
              </Button>
            )
          }
        >
          {captions && <p className={classes.fileName}>{captions.name}</p>}
        </FileField>
      </FieldGroup>
    </>
  )
}
