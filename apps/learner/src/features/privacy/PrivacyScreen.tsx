import card from '../../components/card.module.css'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { ClosingPart } from './ClosingPart.tsx'
import { ConsentsPart } from './ConsentsPart.tsx'
import { CopyPart } from './CopyPart.tsx'
import { CorrectionsPart } from './CorrectionsPart.tsx'
import { OutsidePart } from './OutsidePart.tsx'
import { privacyIntro, privacyTitle } from './words.ts'

/** 个人信息与隐私: a copy of one's data, corrections, what one agreed to, closing the account. */
export function PrivacyScreen() {
  return (
    <Screen title={privacyTitle} back={paths.profile()}>
      <p className={card.quiet}>{privacyIntro}</p>
      <CopyPart />
      <CorrectionsPart />
      <ConsentsPart />
      <OutsidePart />
      <ClosingPart />
    </Screen>
  )
}
