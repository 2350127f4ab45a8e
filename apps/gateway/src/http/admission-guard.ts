import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Meter } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '@stablecoin/access';
import type { Admission } from '../limits/admission';
import type { RateLimiter } from '../limits/rate-limiter';
import { BODY_LIMIT_BYTES } from './json-body';
import { SAFE_METHODS, overloaded } from './request-hooks';

/**
 * Lets a request with an API key in once its body is read: a client that sends it drop by drop must not keep others out.
 * The hook that sends the answer gives the slot back.
 */
export class AdmissionGuard implements CanActivate {
  constructor(
    private readonly admission: Admission,
    private readonly limiter: RateLimiter,
    private readonly meter: Meter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.caller === null) return true;
    await this.#admitBytes(request, request.caller);
    request.slot = await this.admission.enter();
    // When the client has gone, nothing must happen.
    if (request.slot === null || request.socket.destroyed) throw overloaded(this.meter);
    return true;
  }

  /** Limits what an account stores in the sandbox, where nothing costs it anything. */
  async #admitBytes({ method, raw }: FastifyRequest, caller: Caller): Promise<void> {
    if (caller.livemode || SAFE_METHODS.has(method)) return;
    const retryAfterS = await this.limiter.takeBytes(caller, Number(raw.headers['content-length'] ?? BODY_LIMIT_BYTES));
    if (retryAfterS === null) return;
    const message =
      'Your account has sent as many bytes to the sandbox as it may in a day: send this request again later.';
    throw new ApiError('rate_limited', message, { retryAfterS });
  }
}
