import type { Random } from '../random.ts'
import type { StackName } from './stacks.ts'

export interface ProjectPlan {
  name: string
  stack: StackName
  tags: readonly string[]
  /** The branch that counts, without `refs/heads/`. */
  primary: string
  /** How much of the organisation's findings and scans it has, against 10 for an ordinary one. */
  weight: number
  /** What its code is about, one lower-case word each. */
  nouns: readonly string[]
}

/** The repositories of the demo, by hand: "name stack tags primary weight nouns". */
const plans = `
acme/checkout express tier-1,pci,team-payments main 22 order,basket,coupon,payment
acme/identity nest tier-1,team-identity main 18 account,session,device,consent
acme/payments-gateway spring tier-1,pci,team-payments main 20 payment,refund,card,dispute
acme/ledger nethttp tier-1,pci,team-finance main 14 booking,balance,journal,settlement
acme/storefront next tier-1,customer-facing main 18 product,review,banner,basket
acme/admin-console spa internal,team-platform main 16 customer,ticket,report,role
acme/billing django tier-1,team-finance main 16 invoice,plan,credit,reminder
acme/catalogue gin team-commerce main 12 product,price,category,image
acme/search fastapi team-commerce main 10 query,suggestion,ranking,synonym
acme/notifications koa team-messaging main 10 message,template,channel,digest
acme/shipping dotnet tier-2,team-logistics main 14 shipment,parcel,label,carrier
acme/warehouse jaxrs tier-2,team-logistics,legacy master 14 stock,bin,delivery,pallet
acme/returns rails team-commerce main 11 return,refund,reason,voucher
acme/loyalty laravel team-marketing develop 11 reward,member,campaign,voucher
acme/partner-api fastify customer-facing,team-platform main 10 partner,webhook,contract,feed
acme/reporting flask internal,team-data main 9 report,export,schedule,dashboard
acme/fraud-scoring fastapi tier-1,pci,team-risk main 9 score,signal,decision,rule
acme/exports aiohttp internal,team-data main 7 export,archive,document,batch
acme/mobile-android android customer-facing,team-mobile develop 9 account,order,wallet,card
acme/mobile-ios ios customer-facing,team-mobile develop 8 account,order,wallet,card
acme/edge-proxy rust tier-1,team-platform main 7 route,tenant,session,certificate
acme/receipt-printer native team-stores,legacy master 7 receipt,device,frame,job
acme/pos-terminal native team-stores trunk 6 device,payment,session,receipt
acme/tax ktor team-finance main 7 rate,region,invoice,rule
acme/gift-cards symfony team-marketing main 8 card,voucher,balance,recipient
acme/help-centre rails customer-facing main 8 article,ticket,vote,attachment
acme/legacy-shop laravel legacy,customer-facing master 13 order,customer,product,page
acme/intranet spring internal,legacy master 10 person,document,room,request
acme/careers vue customer-facing main 6 job,application,profile,document
acme/feature-flags echo internal,team-platform main 6 flag,audience,rule,change
acme/event-collector nethttp team-data main 6 event,batch,source,schema
acme/data-pipeline flask team-data develop 7 job,table,batch,partition
acme/chat-widget spa customer-facing main 6 message,agent,visitor,transcript
acme/scheduler ktor internal,team-platform main 5 job,trigger,lease,run
acme/ci-actions actions internal,team-platform main 5 release,check,report,image
acme/status-page sinatra customer-facing main 5 incident,monitor,subscriber,update
acme/platform/infrastructure infrastructure tier-1,team-platform main 12 network,cluster,bucket,queue
acme/platform/kubernetes/base infrastructure team-platform main 8 cluster,ingress,worker,secret
acme/stores/back-office dotnet internal,team-stores main 8 shift,till,order,employee
acme/sandbox express sample-code main 0 note,item,user,upload
`

export const writtenPlans: readonly ProjectPlan[] = plans
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', stack = '', tags = '', primary = '', weight = '', nouns = ''] = line.split(' ')
    return {
      name,
      // parse: the table above.
      stack: stack as StackName,
      tags: tags.split(','),
      primary,
      weight: Number(weight),
      nouns: nouns.split(','),
    }
  })

const groups = [
  'commerce',
  'finance',
  'logistics',
  'stores',
  'marketing',
  'platform',
  'data',
  'risk',
  'mobile',
  'partners',
  'labs',
  'tools',
]
const kinds = ['api', 'worker', 'web', 'sync', 'importer', 'gateway', 'jobs', 'admin', 'events', 'store']

/** Repositories for the larger profiles: one of the hand-written ones again, for another group and region. */
export function planAt(index: number, random: Random): ProjectPlan {
  const written = writtenPlans[index]
  if (written) return written
  const like = random.pick(writtenPlans)
  const group = groups[index % groups.length] ?? 'labs'
  const noun = random.pick(like.nouns)
  return {
    ...like,
    name: `acme/${group}/${noun}-${random.pick(kinds)}-${index}`,
    tags: [`team-${group}`, ...like.tags.filter((tag) => !tag.startsWith('team-'))],
    weight: random.integer(4, 20),
  }
}
