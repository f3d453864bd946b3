import { formatDate, formatDateTime } from '@ce/client/format.ts'
import type { CaptureAttempt } from '@ce/client/staff/capture_review.ts'
import { isVirtualCamera } from '@ce/contract/camera-label'
import { comparedWithNames, comparedWithOf } from '@ce/contract/void-grounds'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import cards from '../../components/cards.module.css'
import classes from './CaptureReview.module.css'

export function CapturePictures({ attempt }: { attempt: CaptureAttempt }) {
  const { studentName, photoUrl, pictures, comparable } = attempt
  const compared = comparedWithOf(comparable)
  return (
    <section className={classes.card} aria-labelledby="pictures">
      <h2 id="pictures">头像与抓拍</h2>
      {compared !== 'PHOTO' && (
        <Alert
          type="warning"
          showIcon
          title={`${comparedWithNames[compared]}，不能认定“与头像不是同一人”`}
          description={nothingWords(attempt)}
        />
      )}
      <ul className={classes.pictures}>
        <li className={classes.photo}>
          <Picture url={photoUrl} alt={`${studentName}的头像`} missing="资料里没有头像">
            <strong>头像</strong>
            资料里的照片，可能是多年前的
          </Picture>
        </li>
        {pictures.map((picture) => (
          <li key={picture.no}>
            <Picture url={picture.url} alt={`第 ${picture.no} 次抓拍`} missing={missingWords(picture, attempt)}>
              <strong>第 {picture.no} 次抓拍</strong>
              {formatDateTime(picture.receivedAt ?? picture.dueAt)}
              {picture.camera && `，${cameraWords(picture.camera)}`}
              {picture.doubt && `，${doubts[picture.doubt]}`}
              {dueWords(picture)}
            </Picture>
          </li>
        ))}
      </ul>
      <p className={cards.hint}>照片只用于核查，链接 10 分钟内有效；请勿截图、转发。</p>
    </section>
  )
}

interface PictureProps {
  url: string | null
  alt: string
  missing: string
  children: ReactNode
}

function Picture({ url, alt, missing, children }: PictureProps) {
  return (
    <figure className={classes.picture}>
      <div className={classes.frame}>{url ? <img src={url} alt={alt} /> : missing}</div>
      <figcaption>{children}</figcaption>
    </figure>
  )
}

function nothingWords({ comparable: { photo, captures } }: CaptureAttempt): string {
  const missing = [...(photo ? [] : ['资料里没有头像']), ...(captures ? [] : ['没有可看的抓拍'])]
  return `${missing.join('，')}。请联系本人核实，理由里写明怎样核实、本人怎么说。`
}

function cameraWords(label: string): string {
  return `摄像头：${label}${isVirtualCamera(label) ? '（可能是软件画面，请留意）' : ''}`
}

const doubts = { LATE: '拍摄时刻过后很久才收到', REPEATED: '与另一张抓拍完全相同' } as const

type Shown = CaptureAttempt['pictures'][number]

function missingWords({ failure, deletedAt, receivedAt, dueAt }: Shown, { submittedAt }: CaptureAttempt): string {
  if (deletedAt) return `照片已于 ${formatDate(deletedAt)} 按期删除`
  if (failure) return `没有拍到：${failure}`
  if (receivedAt) return '照片暂时看不到'
  return dueAt > submittedAt ? '交卷时还没有到拍摄时刻' : '没有收到'
}

function dueWords({ url, deleteDueAt }: Shown): string {
  return url && deleteDueAt ? `，${formatDate(deleteDueAt)} 自动删除` : ''
}
