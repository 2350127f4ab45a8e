#!/usr/bin/env bash
# TypeScript 5.9.3 refuses to return `Base & Place` as `E & Place` where E extends Base, because E may be a narrower type.
# It takes the same value for `(E | Refused) & Place` if Refused is another type that extends Base: without a cast, a value
# of the wrong type gets out of the function. It refuses it again as `E | Refused`, without the intersection, and if the
# other member of the union does not extend Base. Seen here: which functions are refused, and the TypeError at run time.
# Exits with 0 as long as that is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error typescript@5.9.3 >/dev/null
npx tsc --version
cat >functions.ts <<'TS'
interface Base { readonly type: string }
interface Place { readonly stream: string }
interface Refused extends Base { readonly type: 'refused' }
interface Other { readonly other: number }
export function alone<E extends Base>(event: Base & Place): E & Place { return event; }
export function union<E extends Base>(event: Base & Place): E | Refused { return event; }
export function withOther<E extends Base>(event: Base & Place): (E | Other) & Place { return event; }
export function inIntersection<E extends Base>(event: Base & Place): (E | Refused) & Place { return event; }
TS
cat >run.ts <<'TS'
import { inIntersection } from './functions';
interface Made { readonly type: 'made'; readonly at: number }
const event = inIntersection<Made>({ type: 'made', stream: 's' });
if (event.type === 'made') console.log(event.at.toFixed());
TS
refused=$(npx tsc --noEmit --strict functions.ts | grep -o 'functions.ts([0-9]*' | tr '\n' ' ' || true)
echo "refused: $refused"
npx tsc --strict --noEmitOnError false functions.ts >/dev/null || true
npx tsc --strict --skipLibCheck run.ts 2>&1 | grep 'run.ts' && exit 1
output=$(node run.js 2>&1 || true)
echo "$output" | grep -m1 TypeError
[ "$refused" = 'functions.ts(5 functions.ts(6 functions.ts(7 ' ]
