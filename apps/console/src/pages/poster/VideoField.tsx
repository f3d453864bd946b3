import { formatBytes } from '@ce/client/format.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { FileField } from '../../components/upload/FileField.tsx'
import type { EditedPosterContent } from './content.ts'
import classes from './Editor.module.css'
import { LabelledFieldGroup } from './Field.tsx'
import type { PosterFieldsProps } from './TitleFields.tsx'

export function PosterVideoField(fields: PosterFieldsProps) {
  const { video, captions } = fields.content
  return (
    <>
      <OneFile {...fields} part="video">
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
              {captions && <track kind="captions" src={captions.url} srcLang="zh" label="中文" default />}
            </video>
            <p className={classes.fileName}>
              {video.name}（{formatBytes(video.size)}）
            </p>
          </>
        )}
      </OneFile>
      <OneFile {...fields} part="captions">
        {captions && <p className={classes.fileName}>{captions.name}</p>}
      </OneFile>
    </>
  )
}

type Part = 'video' | 'captions'

const parts = {
  video: {
    name: '视频',
    hint: 'MP4（H.264）。没有视频不能发布。',
    purpose: 'VIDEO',
    accept: 'video/mp4',
  },
  captions: {
    name: '字幕',
    hint: 'SRT 或 WebVTT 文件。听不到声音的读者靠它看懂视频。',
    purpose: 'CAPTIONS',
    accept: '.srt,.vtt,text/vtt',
  },
} as const

type OneFileProps = Pick<PosterFieldsProps, 'content' | 'readOnly' | 'edit'> & {
  part: Part
  children: ReactNode
}

function OneFile({ part, content, readOnly, edit, children }: OneFileProps) {
  const { name, hint, purpose, accept } = parts[part]
  const chosen = content[part]
  const set = (file: EditedPosterContent[Part]) => edit({ [part]: file, [`${part}FileId`]: file?.id ?? null })
  return (
    <LabelledFieldGroup label={name} hint={hint}>
      <FileField
        purpose={purpose}
        accept={accept}
        label={`${chosen ? '更换' : '上传'}${name}`}
        disabled={readOnly}
        onUploaded={set}
        actions={chosen && <Button onClick={() => set(null)}>移除{name}</Button>}
      >
        {children}
      </FileField>
    </LabelledFieldGroup>
  )
}
