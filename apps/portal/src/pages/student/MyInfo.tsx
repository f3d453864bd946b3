import type { Profile } from '@ce/client/student.ts'
import { UnprintableNote } from '@ce/frame/student/grant/WaitingNote.tsx'
import { fixedFields } from '@ce/frame/student/person/fixed-fields.ts'
import { LockedNote } from '@ce/frame/student/person/LockedNote.tsx'
import { Descriptions } from 'antd'
import { AvatarField } from './AvatarField.tsx'
import { InfoForm } from './InfoForm.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'
import classes from './ProfilePage.module.css'

/** Tab 1: the picture, what only staff may change, and the fields of one's own. */
export function MyInfo({ profile }: { profile: Profile }) {
  return (
    <>
      <AvatarField profile={profile} />
      <Descriptions
        className={classes.fixed}
        column={{ xs: 1, md: 2 }}
        items={fixedFields(profile).map(({ key, label, value }) => ({
          key,
          label,
          children:
            key === 'phone' ? (
              <span className={classes.phone}>
                {value}
                <PhoneDialog />
              </span>
            ) : (
              value
            ),
        }))}
      />
      <div className={classes.note}>
        <LockedNote locked={profile.nameLocked} />
        <UnprintableNote profile={profile} />
      </div>
      <InfoForm profile={profile} />
    </>
  )
}
