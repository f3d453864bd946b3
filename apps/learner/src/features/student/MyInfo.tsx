import { Facts } from '@ce/client/components/Facts.tsx'
import type { Profile } from '@ce/client/student.ts'
import card from '../../components/card.module.css'
import { UnprintableNote } from '../certification_grant/WaitingNote.tsx'
import { AvatarPart } from './AvatarPart.tsx'
import { fixedFields } from './fixed-fields.ts'
import { InfoPart } from './InfoPart.tsx'
import { LockedNote } from './LockedNote.tsx'
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
