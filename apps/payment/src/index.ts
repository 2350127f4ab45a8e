export { openChains } from './adapters/chains';
export { paymentService } from './service';
export { paymentProjection } from './read-model/payment-projection';
export { paymentWorkProjection } from './read-model/payment-work-projection';
