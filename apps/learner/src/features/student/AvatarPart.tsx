import { nameColour, nameInitial } from '@ce/client/format.ts'
import type { Profile } from '@ce/client/student.ts'
import { Avatar } from '@ce/ui/Avatar.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { ProgressBar } from '@ce/ui/ProgressBar.tsx'
import { type ChangeEvent, useRef } from 'react'
import { CropSheet } from '../../components/CropSheet.tsx'
import card from '../../components/card.module.css'
import classes from './AvatarPart.module.css'
import { avatarWords } from './needed-words.ts'
import { useAvatar } from './use-avatar.ts'

/** The picture: taken now or chosen, made small, shown at once, kept. */
export function AvatarPart({ profile }: { profile: Profile }) {
  const { preview, share, problem, choose, crop } = useAvatar()
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) void choose(file)
  }
  const percent = Math.round((share ?? 0) * 100)
  return (
    <section className={card.card} aria-label="头像">
      <div className={classes.avatar}>
        <Avatar
          name={profile.name}
          initial={nameInitial(profile.name)}
          colour={nameColour(profile.name)}
          url={preview ?? profile.avatarUrl}
          size={72}
        />
        <div className={classes.ways}>
          <Button kind="quiet" busy={share !== null} onClick={() => camera.current?.click()}>
            拍照
          </Button>
          <Button kind="quiet" busy={share !== null} onClick={() => album.current?.click()}>
            从相册选择
          </Button>
        </div>
      </div>
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="user"
        aria-label="拍一张头像"
        onChange={pick}
      />
      <input
        ref={album}
        type="file"
        hidden
        accept="image/*"
        aria-label={avatarWords.choose}
        onChange={pick}
      />
      {share !== null && (
        <ProgressBar label={avatarWords.progress} value={percent} max={100} text={`${percent}%`} />
      )}
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      {crop && <CropSheet {...crop} />}
    </section>
  )
}
