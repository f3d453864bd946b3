import { Loaded } from '@ce/client/components/Loaded.tsx'
import { agreementsQuery } from '@ce/client/student.ts'
import { textTitles } from '@ce/contract/legal-text'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { AgreementForm } from './AgreementForm.tsx'
import classes from './agreement.module.css'
import { askWords as words } from './words.ts'

/** What a person has not accepted yet, also before its day; and the way to every version there was. */
export function OpenTexts() {
  const query = useQuery(agreementsQuery())
  return (
    <Loaded query={query}>
      {({ texts }) => {
        const early = texts.every(({ state }) => state !== 'DUE')
        return (
          <div className={classes.card}>
            {texts.length === 0 ? (
              <p>{words.none}</p>
            ) : (
              <>
                <p>{early ? words.earlyText : words.renewedText}</p>
                <AgreementForm texts={texts} />
              </>
            )}
            <p className={classes.quiet}>
              全部版本：
              {(['AGREEMENT', 'PRIVACY'] as const).map((kind) => (
                <a key={kind} className={classes.inline} href={paths.terms(kind)}>
                  {textTitles[kind]}
                </a>
              ))}
            </p>
          </div>
        )
      }}
    </Loaded>
  )
}
