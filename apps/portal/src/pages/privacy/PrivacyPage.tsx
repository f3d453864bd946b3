import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { privacyIntro, privacyTitle } from '@ce/frame/student/privacy/words.ts'
import { paths } from '../../paths.ts'
import { ClosingCard } from './ClosingCard.tsx'
import { ConsentsCard } from './ConsentsCard.tsx'
import { CopyCard } from './CopyCard.tsx'
import { CorrectionsCard } from './CorrectionsCard.tsx'
import { OutsideCard } from './OutsideCard.tsx'
import classes from './Privacy.module.css'

/** 个人信息与隐私: what one agreed to, a copy of one's data, corrections, closing the account. */
export function PrivacyPage() {
  return (
    <>
      <PageHeader
        title={privacyTitle}
        actions={<LinkButton to={paths.profile()}>返回我的信息</LinkButton>}
      >
        {privacyIntro}
      </PageHeader>
      <div className={classes.page}>
        <CopyCard />
        <CorrectionsCard />
        <ConsentsCard />
        <OutsideCard />
        <ClosingCard />
      </div>
    </>
  )
}
