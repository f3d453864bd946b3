import { Loaded } from '@ce/client/components/Loaded.tsx'
import { agreementsQuery } from '@ce/client/student.ts'
import { textTitles } from '@ce/contract/legal-text'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { AgreementForm } from './AgreementForm.tsx'
import classes from './agreement.module.css'
import { askWords as words } from './text.ts'

/** What a person has not accepted yet, also before its day; and the way to every version there was. */
export function AgreementsScreen() {
  const query = useQuery(agreementsQuery())
  return (
    <Screen title="用户协议和隐私政策" back={paths.privacy()} backLabel="个人信息与隐私">
      <Loaded query={query}>
        {({ texts }) => {
          const early = texts.every(({ state }) => state !== 'DUE')
          return (
            <div className={card.card}>
              {texts.length === 0 ? (
                <p>{words.none}</p>
              ) : (
                <>
                  <p>{early ? words.earlyText : words.renewedText}</p>
                  <AgreementForm texts={texts} />
                </>
              )}
              <p className={card.quiet}>
                全部版本：
                {(['AGREEMENT', 'PRIVACY'] as const).map((kind) => (
                  <Link key={kind} className={classes.inline} to={paths.terms(kind)}>
                    {textTitles[kind]}
                  </Link>
                ))}
              </p>
            </div>
          )
        }}
      </Loaded>
    </Screen>
  )
}
