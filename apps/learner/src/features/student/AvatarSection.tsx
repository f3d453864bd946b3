import { CallRefused } from '@ce/client/call.ts'
import { PersonAvatar } from '@ce/client/components/PersonAvatar.tsx'
import {
  decodePicture,
  pictureRules,
  pictureSize,
  preparePicture,
  UnusablePicture,
} from '@ce/client/prepare-picture.ts'
import { type StudentProfile, useUpdateProfile } from '@ce/client/student.ts'
import { uploadLearnerFile } from '@ce/client/upload.ts'
import { canBeCropped, type PictureSize, pictureProblem } from '@ce/contract/picture-uses'
import { Button } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { CropSheet } from '../../components/CropSheet.tsx'
import card from '../../components/card.module.css'
import { useShell } from '../../shells/shell.ts'
import classes from './profile.module.css'

export function AvatarSection({ profile }: { profile: StudentProfile }) {
  const { preview, share, problem, choose, crop } = useAvatar()
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  // Offer the camera button only on a phone, because a file field on a desktop offers no camera.
  const onPhone = useShell() === 'phone'
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) void choose(file)
  }
  const percent = Math.round((share ?? 0) * 100)
  return (
    <div className={classes.picture}>
      <PersonAvatar person={{ name: profile.name, avatarUrl: preview ?? profile.avatarUrl }} size={72} />
      <div className={classes.ways}>
        {onPhone && (
          <Button kind="quiet" busy={share !== null} onClick={() => camera.current?.click()}>
            拍照
          </Button>
        )}
        <Button kind="quiet" busy={share !== null} onClick={() => album.current?.click()}>
          {onPhone ? '从相册选择' : '更换头像'}
        </Button>
      </div>
      <input ref={camera} type="file" hidden accept="image/*" capture="user" aria-label="拍一张头像" onChange={pick} />
      <input ref={album} type="file" hidden accept="image/*" aria-label="选择头像图片" onChange={pick} />
      <p className={card.quiet}>JPG、PNG、WebP 或手机照片，至少 160×160 像素；不是正方形的先裁剪，较大的会自动缩小。</p>
      {share !== null && <ProgressBar label="头像上传进度" value={percent} max={100} text={`${percent}%`} />}
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      {crop && <CropSheet {...crop} />}
    </div>
  )
}

/** `share` is the upload's progress from 0 to 1. `crop` waits for the student to choose a part. */
function useAvatar() {
  const [cutting, setCutting] = useState<{ file: File; size: PictureSize } | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const modify = useUpdateProfile()
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  /** Leave formats that the browser cannot draw to the server. */
  const choose = async (chosen: File) => {
    setProblem(null)
    const picture = await decodePicture(chosen)
    if (!picture) return send(chosen)
    const { width, height } = pictureSize(picture)
    if ('close' in picture) picture.close()
    const size = { width, height }
    const wrong = pictureProblem('AVATAR', size)
    if (!wrong) return send(chosen)
    if (canBeCropped('AVATAR', size)) setCutting({ file: chosen, size })
    else setProblem(wrong)
  }

  const send = async (chosen: File) => {
    setCutting(null)
    setShare(0)
    try {
      const file = await preparePicture(chosen, pictureRules.AVATAR)
      setPreview(URL.createObjectURL(file))
      const { id } = await uploadLearnerFile(file, 'AVATAR', { onProgress: setShare })
      await modify.mutateAsync({ avatarFileId: id })
      showNotice({ kind: 'success', title: '头像已更新' })
    } catch (error) {
      setProblem(avatarProblem(error))
    } finally {
      setShare(null)
      setPreview(null)
    }
  }
  const crop = cutting && {
    ...cutting,
    use: 'AVATAR' as const,
    onCut: (file: File) => void send(file),
    onClose: () => setCutting(null),
  }
  return { preview, share, problem, choose, crop }
}

function avatarProblem(error: unknown): string {
  if (error instanceof UnusablePicture) return error.message
  return error instanceof CallRefused ? error.msg : '头像没有保存，请稍后重试'
}
