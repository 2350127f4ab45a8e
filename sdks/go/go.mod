module github.com/stablecoin-payments/stablecoin-payments/sdks/go

go 1.23
