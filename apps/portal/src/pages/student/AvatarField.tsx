import { CallRefused } from '@ce/client/call.ts'
import { nameColour, nameInitial } from '@ce/client/format.ts'
import { type Profile, useModify } from '@ce/client/student.ts'
import { upload } from '@ce/client/upload.ts'
import { Avatar } from '@ce/ui/Avatar.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, Progress } from 'antd'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import classes from './ProfilePage.module.css'

/** as the server takes them (server/src/modules/file/policy.ts) */
const types = ['image/png', 'image/jpeg', 'image/webp']
const maxBytes = 2 * 1024 * 1024

/** The picture: chosen, shown at once, uploaded with its progress, then kept. */
export function AvatarField({ profile }: { profile: Profile }) {
  const [preview, setPreview] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const modify = useModify()
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    const wrong = problemOf(file)
    setProblem(wrong)
    if (wrong) return
    setPreview(URL.createObjectURL(file))
    setShare(0)
    try {
      const { id } = await upload(file, 'AVATAR', { onProgress: setShare })
      await modify.mutateAsync({ avatarFileId: id })
      showNotice({ kind: 'success', title: '头像已更新' })
    } catch (error) {
      setProblem(error instanceof CallRefused ? error.msg : '头像没有保存，请稍后重试')
    } finally {
      setShare(null)
      setPreview(null)
    }
  }

  return (
    <div className={classes.avatar}>
      <Avatar
        name={profile.name}
        initial={nameInitial(profile.name)}
        colour={nameColour(profile.name)}
        url={preview ?? profile.avatarUrl}
        size={80}
      />
      <div>
        <input
          ref={picker}
          type="file"
          hidden
          accept={types.join(',')}
          aria-label="选择头像图片"
          onChange={choose}
        />
        <Button loading={share !== null} onClick={() => picker.current?.click()}>
          更换头像
        </Button>
        <p className={classes.hint}>JPG、PNG 或 WebP 图片，不超过 2 MB</p>
        {share !== null && (
          <Progress percent={Math.round(share * 100)} size="small" aria-label="头像上传进度" />
        )}
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      </div>
    </div>
  )
}

function problemOf(file: File): string | null {
  if (!types.includes(file.type)) return '请选择 JPG、PNG 或 WebP 图片'
  return file.size > maxBytes ? '图片超过 2 MB，请压缩后再上传' : null
}
