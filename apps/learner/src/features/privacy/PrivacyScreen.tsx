import card from '../../components/card.module.css'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { ClosingSection } from './ClosingSection.tsx'
import { ConsentsSection } from './ConsentsSection.tsx'
import { CorrectionsSection } from './CorrectionsSection.tsx'
import { DataCopySection } from './DataCopySection.tsx'
import { OutsideMessagesSection } from './OutsideMessagesSection.tsx'
import classes from './Privacy.module.css'

export function PrivacyScreen() {
  return (
    <ScreenLayout title="个人信息与隐私" back={paths.profile()} backLabel="我的信息">
      <p className={card.quiet}>查阅、复制、更正您的个人信息，撤回同意，或注销账号。</p>
      <div className={classes.parts}>
        <DataCopySection />
        <CorrectionsSection />
        <ConsentsSection />
        <OutsideMessagesSection />
        <ClosingSection />
      </div>
    </ScreenLayout>
  )
}
