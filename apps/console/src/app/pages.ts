import {
  Activity,
  ArrowLeftRight,
  KeyRound,
  Landmark,
  LayoutDashboard,
  Scale,
  ScrollText,
  ShieldCheck,
  Stamp,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { RouteObject } from 'react-router';
import type { Scope } from '../api/session';

/** A page of the console: its place in the sidebar, and its addresses. */
export interface PageEntry {
  readonly label: string;
  /** Below `/console/`; empty: the first page. */
  readonly path: string;
  readonly icon: LucideIcon;
  readonly group: 'Money' | 'Risk' | 'Developers' | 'Account' | null;
  /** Without this scope the page is not offered. */
  readonly scope: Scope;
  /** Each is loaded when it is first opened. Its module exports `Component`. */
  readonly routes: readonly RouteObject[];
}

/** Every page, in the order of the sidebar. */
export const PAGES: readonly PageEntry[] = [
  {
    label: 'Overview',
    path: '',
    icon: LayoutDashboard,
    group: null,
    scope: 'payments:read',
    routes: [{ index: true, lazy: () => import('../pages/overview/overview-page') }],
  },
  {
    label: 'Payments',
    path: 'payments',
    icon: ArrowLeftRight,
    group: 'Money',
    scope: 'payments:read',
    routes: [
      { index: true, lazy: () => import('../pages/payments/payment-list-page') },
      { path: 'new', lazy: () => import('../pages/payments/create-payment-page') },
      { path: ':id', lazy: () => import('../pages/payments/payment-page') },
    ],
  },
  {
    label: 'Approvals',
    path: 'approvals',
    icon: Stamp,
    group: 'Money',
    scope: 'wallets:read',
    routes: [
      { index: true, lazy: () => import('../pages/approvals/approval-list-page') },
      { path: 'all', lazy: () => import('../pages/approvals/approval-list-page') },
      { path: ':id', lazy: () => import('../pages/approvals/approval-page') },
    ],
  },
  {
    label: 'Wallets',
    path: 'wallets',
    icon: Wallet,
    group: 'Money',
    scope: 'wallets:read',
    routes: [
      { index: true, lazy: () => import('../pages/wallets/wallet-list-page') },
      { path: 'new', lazy: () => import('../pages/wallets/create-wallet-page') },
      { path: ':id', lazy: () => import('../pages/wallets/wallet-page') },
      { path: ':id/ledger', lazy: () => import('../pages/wallets/wallet-ledger-page') },
    ],
  },
  {
    label: 'Treasury',
    path: 'treasury',
    icon: Landmark,
    group: 'Money',
    scope: 'treasury:read',
    routes: [
      { index: true, lazy: () => import('../pages/treasury/treasury-page') },
      { path: 'ledger', lazy: () => import('../pages/treasury/treasury-ledger-page') },
    ],
  },
  {
    label: 'Compliance',
    path: 'compliance',
    icon: ShieldCheck,
    group: 'Risk',
    scope: 'compliance:read',
    routes: [
      { index: true, lazy: () => import('../pages/compliance/review-queue-page') },
      { path: 'deposits', lazy: () => import('../pages/compliance/deposit-list-page') },
      { path: 'checks', lazy: () => import('../pages/compliance/check-list-page') },
      { path: 'attestations', lazy: () => import('../pages/compliance/attestation-list-page') },
      { path: 'attestations/:id', lazy: () => import('../pages/compliance/attestation-page') },
      { path: ':ref', lazy: () => import('../pages/compliance/check-page') },
    ],
  },
  {
    label: 'Rules',
    path: 'rules',
    icon: Scale,
    group: 'Risk',
    scope: 'policies:read',
    routes: [
      { index: true, lazy: () => import('../pages/rules/rules-page') },
      { path: ':id', lazy: () => import('../pages/rules/draft-page') },
    ],
  },
  {
    label: 'Webhooks',
    path: 'webhooks',
    icon: Webhook,
    group: 'Developers',
    scope: 'webhooks:read',
    routes: [
      { index: true, lazy: () => import('../pages/webhooks/endpoint-list-page') },
      { path: 'events', lazy: () => import('../pages/webhooks/event-list-page') },
      { path: 'events/:id', lazy: () => import('../pages/webhooks/event-page') },
      { path: 'deliveries/:id', lazy: () => import('../pages/webhooks/delivery-page') },
      { path: ':id', lazy: () => import('../pages/webhooks/endpoint-page') },
    ],
  },
  {
    label: 'API keys',
    path: 'api-keys',
    icon: KeyRound,
    group: 'Developers',
    scope: 'keys:read',
    routes: [
      { index: true, lazy: () => import('../pages/api-keys/api-key-list-page') },
      { path: ':id', lazy: () => import('../pages/api-keys/api-key-page') },
    ],
  },
  {
    label: 'Team',
    path: 'team',
    icon: Users,
    group: 'Account',
    scope: 'members:read',
    routes: [
      { index: true, lazy: () => import('../pages/team/member-list-page') },
      { path: 'policies', lazy: () => import('../pages/team/policies-page') },
    ],
  },
  {
    label: 'Audit log',
    path: 'audit-log',
    icon: ScrollText,
    group: 'Account',
    scope: 'audit:read',
    routes: [{ index: true, lazy: () => import('../pages/audit-log/audit-log-page') }],
  },
  {
    label: 'System',
    path: 'system',
    icon: Activity,
    group: 'Account',
    scope: 'system:read',
    routes: [
      { index: true, lazy: () => import('../pages/system/system-page') },
      { path: 'dead-letters', lazy: () => import('../pages/system/dead-letter-list-page') },
    ],
  },
];
