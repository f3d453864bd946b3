import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type Consents, consentsQuery, useWithdrawCamera } from '@ce/client/privacy.ts'
import { Button } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { ConsentLists } from './ConsentLists.tsx'
import { rowLook } from './phone-row-look.ts'
import { consentWords } from './words.ts'

/** What one agreed to, which version, when; and the camera taken back. */
export function ConsentsPart() {
  const query = useQuery(consentsQuery())
  return (
    <section className={card.card} aria-labelledby="consents">
      <h2 id="consents">同意与授权</h2>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {(consents) => <Lists consents={consents} />}
      </Loaded>
    </section>
  )
}

function Lists({ consents }: { consents: Consents }) {
  const withdraw = useWithdrawCamera()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ConsentLists
        consents={consents}
        look={rowLook}
        withdraw={
          <Button kind="quiet" onClick={() => setAsking(true)}>
            {consentWords.withdraw}
          </Button>
        }
      />
      {asking && (
        <ConfirmDialog
          open
          words={consentWords.question}
          onOk={() =>
            withdraw.mutateAsync({}).then(
              () => void showNotice(consentWords.withdrawn),
              () => undefined, // the refusal has been shown
            )
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
