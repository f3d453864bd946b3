import { nameColour, nameInitial } from '@ce/client/format.ts'
import { deskPictures } from '@ce/client/prepare-picture.ts'
import type { Profile } from '@ce/client/student.ts'
import { CropDialog } from '@ce/frame/crop/CropDialog.tsx'
import { avatarWords } from '@ce/frame/student/person/needed-words.ts'
import { avatarHint, useAvatar } from '@ce/frame/student/person/use-avatar.ts'
import { Avatar } from '@ce/ui/Avatar.tsx'
import { Button, Progress } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import classes from './ProfilePage.module.css'

/** The picture: chosen, shown at once, uploaded with its progress, then kept. */
export function AvatarField({ profile }: { profile: Profile }) {
  const { preview, share, problem, choose, crop } = useAvatar()
  const picker = useRef<HTMLInputElement>(null)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) void choose(file)
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
          accept={deskPictures}
          aria-label={avatarWords.choose}
          onChange={pick}
        />
        <Button loading={share !== null} onClick={() => picker.current?.click()}>
          更换头像
        </Button>
        <p className={classes.hint}>{avatarHint}</p>
        {share !== null && (
          <Progress
            percent={Math.round(share * 100)}
            size="small"
            aria-label={avatarWords.progress}
          />
        )}
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
        {crop && <CropDialog {...crop} />}
      </div>
    </div>
  )
}
