import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { ClosingCard } from './ClosingCard.tsx'
import { ConsentsCard } from './ConsentsCard.tsx'
import { CopyCard } from './CopyCard.tsx'
import { CorrectionsCard } from './CorrectionsCard.tsx'
import classes from './Privacy.module.css'

/** 个人信息与隐私: what one agreed to, a copy of one's data, corrections, closing the account. */
export function PrivacyPage() {
  return (
    <>
      <PageHeader
        title="个人信息与隐私"
        actions={<LinkButton to={paths.profile()}>返回我的信息</LinkButton>}
      >
        查阅、复制、更正您的个人信息，撤回同意，或注销账号。
      </PageHeader>
      <div className={classes.page}>
        <CopyCard />
        <CorrectionsCard />
        <ConsentsCard />
        <ClosingCard />
      </div>
    </>
  )
}
