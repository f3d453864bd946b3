import type { Profile } from '@ce/client/student.ts'
import { Facts } from '@ce/frame/Facts.tsx'
import { UnprintableNote } from '@ce/frame/student/grant/WaitingNote.tsx'
import { fixedFields } from '@ce/frame/student/person/fixed-fields.ts'
import { LockedNote } from '@ce/frame/student/person/LockedNote.tsx'
import card from '../../components/card.module.css'
import { AvatarPart } from './AvatarPart.tsx'
import { InfoPart } from './InfoPart.tsx'
import classes from './MyInfo.module.css'
import { PhonePart } from './PhonePart.tsx'

/** The picture, what only staff may change and why, and the fields of one's own. */
export function MyInfo({ profile }: { profile: Profile }) {
  return (
    <>
      <AvatarPart profile={profile} />
      <section className={card.card}>
        <Facts
          className={classes.fixed}
          facts={fixedFields(profile).map(({ label, value }) => [label, value])}
        />
        <LockedNote locked={profile.nameLocked} />
        <UnprintableNote profile={profile} />
        <PhonePart />
      </section>
      <section className={card.card} aria-label="可以修改的信息">
        <InfoPart profile={profile} />
      </section>
    </>
  )
}
