import card from '../../components/card.module.css'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { ClosingPart } from './ClosingPart.tsx'
import { ConsentsPart } from './ConsentsPart.tsx'
import { CopyPart } from './CopyPart.tsx'
import { CorrectionsPart } from './CorrectionsPart.tsx'
import { OutsidePart } from './OutsidePart.tsx'
import classes from './Privacy.module.css'

/** 个人信息与隐私: a copy of one's data, corrections, what one agreed to, closing the account. */
export function PrivacyScreen() {
  return (
    <Screen title="个人信息与隐私" back={paths.profile()} backLabel="我的信息">
      <p className={card.quiet}>查阅、复制、更正您的个人信息，撤回同意，或注销账号。</p>
      <div className={classes.parts}>
        <CopyPart />
        <CorrectionsPart />
        <ConsentsPart />
        <OutsidePart />
        <ClosingPart />
      </div>
    </Screen>
  )
}
