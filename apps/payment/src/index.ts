export { openChains } from './adapters/chains';
export { PaymentModule } from './payment.module';
export { paymentProjection } from './read-model/payment-projection';
export { paymentWorkProjection } from './read-model/payment-work-projection';
