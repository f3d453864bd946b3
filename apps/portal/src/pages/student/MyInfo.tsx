import { formatDate } from '@ce/client/format.ts'
import type { Profile } from '@ce/client/student.ts'
import { idTypeNames } from '@ce/contract/person'
import { Descriptions } from 'antd'
import { AvatarField } from './AvatarField.tsx'
import { InfoForm } from './InfoForm.tsx'
import { LockedNote } from './LockedNote.tsx'
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
        items={[
          { key: 'name', label: '姓名', children: profile.name },
          { key: 'idNo', label: idTypeNames[profile.idType], children: profile.idNoMasked },
          { key: 'certificateNo', label: '资格证书编号', children: profile.certificateNo },
          {
            key: 'phone',
            label: '手机号',
            children: (
              <span className={classes.phone}>
                {profile.phoneMasked}
                <PhoneDialog />
              </span>
            ),
          },
          { key: 'birthDate', label: '出生日期', children: profile.birthDate ?? '—' },
          { key: 'createdAt', label: '注册日期', children: formatDate(profile.createdAt) },
        ]}
      />
      <LockedNote locked={profile.nameLocked} />
      <InfoForm profile={profile} />
    </>
  )
}
