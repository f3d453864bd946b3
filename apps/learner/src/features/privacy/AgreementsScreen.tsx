import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { OpenTexts } from '../agreement/OpenTexts.tsx'

/** The texts that are not accepted yet. */
export function AgreementsScreen() {
  return (
    <Screen title="用户协议和隐私政策" back={paths.privacy()}>
      <OpenTexts />
    </Screen>
  )
}
