import type { Resource } from '../../openapi/resource';
import { CancelPaymentController } from './cancel-payment';
import { CreatePaymentController } from './create-payment';
import { GetPaymentController } from './get-payment';
import { GetPaymentTimelineController } from './get-payment-timeline';
import { ListPaymentsController } from './list-payments';
import { SimulatePaymentController } from './simulate-payment';
import { paymentSchemas } from './payment.schema';

export const payments: Resource = {
  tag: 'Payments',
  controllers: [
    CreatePaymentController,
    ListPaymentsController,
    GetPaymentController,
    CancelPaymentController,
    SimulatePaymentController,
    GetPaymentTimelineController,
  ],
  schemas: paymentSchemas,
};
